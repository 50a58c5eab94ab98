from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = float("-inf")
        beta = float("inf")
        best_value = float("-inf")
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            value = self.ghost(state.successor(action), self.depth, 1, alpha, beta)
            if value > best_value:
                best_value = value
                best_action = action
            alpha = max(alpha, best_value)
        return best_action

    def pacman(self, state, depth, alpha, beta):
        if depth == 0:
            return self.evaluation(state)
        value = float("-inf")
        for action in state.legal_actions():
            child = state.successor(action)
            value = max(value, self.ghost(child, depth, 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def ghost(self, state, depth, number, alpha, beta):
        if state.is_terminal:
            return state.score
        last = number == state.num_agents - 1
        value = float("inf")
        for action in state.legal_actions():
            child = state.successor(action)
            if last:
                value = min(value, self.pacman(child, depth - 1, alpha, beta))
            else:
                value = min(value, self.ghost(child, depth, number + 1, value, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
