from pacgrid import Agent

NEG_INF = float("-inf")
POS_INF = float("inf")


class AlphaBeta(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        best_action = None
        best_value = NEG_INF
        for action in state.legal_actions():
            value = self.min_value(state.successor(action), 1, self.depth, NEG_INF, POS_INF)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def max_value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = NEG_INF
        for action in state.legal_actions():
            v = max(v, self.min_value(state.successor(action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, ghost, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        v = POS_INF
        for action in state.legal_actions():
            child = state.successor(action)
            if ghost + 1 == state.num_agents:
                v = min(v, self.max_value(child, depth - 1, alpha, beta))
            else:
                v = min(v, self.min_value(child, ghost + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
