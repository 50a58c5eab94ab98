from pacgrid import Agent


class AlphaBeta(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = float("-inf")
        beta = float("inf")
        best_action = None
        for action in state.legal_actions():
            value = self.alphabeta(state.successor(action), 1, 0, alpha, beta)
            if value >= alpha:
                alpha = value
                best_action = action
        return best_action

    def alphabeta(self, state, agent, depth, alpha, beta):
        if agent == state.num_agents:
            agent = 0
            depth = depth + 1
        if state.is_win or state.is_loss:
            return state.score
        if depth == self.depth:
            return self.evaluation(state)

        if agent == 0:
            value = float("-inf")
            for action in state.legal_actions():
                child = state.successor(action)
                value = max(value, self.alphabeta(child, agent + 1, depth, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
            return value
        else:
            value = float("inf")
            for action in state.legal_actions():
                child = state.successor(action)
                value = min(value, self.alphabeta(child, agent + 1, depth, alpha, beta))
                beta = min(beta, value)
                if beta <= alpha:
                    break
            return value
