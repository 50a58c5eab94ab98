"""Prunes on >= and <=, and at the root takes the last of the best."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "prunes on equality"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = float("-inf")
        for a in state.legal_actions():
            v = self.min_value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v >= alpha:
                alpha, best = v, a
        return best

    def dispatch(self, state, plies, alpha, beta):
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf")
        for a in state.legal_actions():
            v = max(v, self.dispatch(state.successor(a), plies - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.dispatch(state.successor(a), plies - 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
