from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Deepens; each search starts with a window around the value of the search before it."""

    WIDTH = 5

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.root(state, 1, -inf, inf)
        for depth in range(2, self.depth + 1):
            low, high = value - self.WIDTH, value + self.WIDTH
            value, action = self.root(state, depth, low, high)
        return action

    def root(self, state, depth, alpha, beta):
        best, choice = -inf, None
        for action in state.legal_actions():
            value = self.value(state.successor(action), depth, alpha, beta)
            if choice is None or value > best:
                best, choice = value, action
            if best > beta:
                break
            alpha = max(alpha, best)
        return best, choice

    def value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            if depth == 1:
                return self.evaluation(state)
            return self.root(state, depth - 1, alpha, beta)[0]
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
