from math import inf

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        choices = [
            (self.min_value(state.successor(action), self.depth), -i, action)
            for i, action in enumerate(state.legal_actions())
        ]
        return max(choices)[2]

    def max_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.min_value(state.successor(action), depth))
        return v

    def min_value(self, state, depth):
        v = inf
        for action in state.legal_actions():
            after = state.successor(action)
            if after.to_move == 0:  # that was the last ghost
                v = min(v, self.max_value(after, depth - 1))
            elif after.is_terminal:
                v = min(v, after.score)
            else:
                v = min(v, self.min_value(after, depth))
        return v
