"""Alpha-beta search agent."""
from math import inf
from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, *, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        value, action = self.max_value(state, self.depth * state.num_agents, -inf, inf)
        return action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v, move = -inf, None
        for a in state.legal_actions():
            v2, _ = self.value(state.successor(a), plies - 1, alpha, beta)
            if v2 > v:
                v, move = v2, a
            if v > alpha:
                return v, move
            alpha = max(alpha, v)
        return v, move

    def min_value(self, state, plies, alpha, beta):
        v, move = inf, None
        for a in state.legal_actions():
            v2, _ = self.value(state.successor(a), plies - 1, alpha, beta)
            if v2 < v:
                v, move = v2, a
            if v < beta:
                return v, move
            beta = min(beta, v)
        return v, move
