"""Alpha-beta pruning."""

import math

from pacgrid import Agent


class AlphaBeta(Agent):
    """Searches with maximum() and minimum(), which call visit()."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.alpha = -math.inf
        self.beta = math.inf

    def act(self, state):
        best = -math.inf
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            self.alpha = best
            self.beta = math.inf
            value = self.visit(state.successor(action), self.depth * state.num_agents - 1)
            if value > best:
                best = value
                best_action = action
        return best_action

    def visit(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        value = self.minimum(state, plies) if state.to_move else self.maximum(state, plies)
        return value

    def maximum(self, state, plies):
        value = -math.inf
        for action in state.legal_actions():
            value = max(value, self.visit(state.successor(action), plies - 1))
            if value >= self.beta:
                break
            self.alpha = max(self.alpha, value)
        return value

    def minimum(self, state, plies):
        value = math.inf
        for action in state.legal_actions():
            value = min(value, self.visit(state.successor(action), plies - 1))
            if value <= self.alpha:
                break
            self.beta = min(self.beta, value)
        return value
