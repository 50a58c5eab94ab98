from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        alpha, beta = -inf, inf
        best = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, alpha, beta)
            if best is None or v > alpha:
                alpha = v
                best = action
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v < alpha:
                return v
            alpha = max(alpha, v)
        return v
