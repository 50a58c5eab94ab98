from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.alpha = -inf
        self.beta = inf

    def act(self, state):
        self.alpha, self.beta = -inf, inf
        best, best_value = None, -inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth)
            if best is None or value > best_value:
                best, best_value = action, value
            self.alpha = best_value
        return best

    def value(self, state, depth):
        if state.to_move == 0:
            depth -= 1
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        old_alpha = self.alpha
        old_beta = self.beta
        if state.to_move == 0:
            v = self.max_value(state, depth)
        else:
            v = self.min_value(state, depth)
        self.alpha = old_alpha
        return v

    def max_value(self, state, depth):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), depth))
            if v > self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def min_value(self, state, depth):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), depth))
            if v < self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v
