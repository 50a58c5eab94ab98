from math import inf

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "beta not tightened"}


class AlphaBeta(Agent):
    """alpha grows in max_value. beta is the upper limit and stays."""

    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        alpha, best = -inf, None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, inf)
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        return self.min_value(state, plies, alpha, beta) if state.to_move else self.max_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v = -inf
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = inf
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v < alpha:
                return v
        return v
