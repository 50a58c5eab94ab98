from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        n = self.depth * state.num_agents
        start = self.max_value if state.to_move == 0 else self.min_value
        return start(state, n, -inf, inf)[1]

    def outcome(self, state, n, alpha, beta):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        layer = self.max_value if state.to_move == 0 else self.min_value
        return layer(state, n, alpha, beta)[0]

    def max_value(self, state, n, alpha, beta):
        v, move = -inf, None
        for a in state.legal_actions():
            v2 = self.outcome(state.successor(a), n - 1, alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v > beta:
                return v, move
        return v, move

    def min_value(self, state, n, alpha, beta):
        v, move = inf, None
        for a in state.legal_actions():
            v2 = self.outcome(state.successor(a), n - 1, alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v < alpha:
                return v, move
        return v, move
