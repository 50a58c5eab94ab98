from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """As in the lecture."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.max_value(state, -inf, inf, self.depth * state.num_agents)
        return action

    def max_value(self, state, alpha, beta, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        v, move = -inf, None
        for a in state.legal_actions():
            v2, _ = self.min_value(state.successor(a), alpha, beta, plies - 1)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(self, state, alpha, beta, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        v, move = inf, None
        for a in state.legal_actions():
            after = state.successor(a)
            follow = self.max_value if after.to_move == 0 else self.min_value
            v2, _ = follow(after, alpha, beta, plies - 1)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= beta:
                return v, move
        return v, move
