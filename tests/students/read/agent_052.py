import math

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(
            state.legal_actions(),
            key=lambda action: self.min_value(state.successor(action), self.depth),
        )

    def max_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = -math.inf
        for action in state.legal_actions():
            v = max(v, self.min_value(state.successor(action), depth))
        return v

    def min_value(self, state, depth):
        if state.is_terminal:
            return state.score
        v = self.evaluation(state)
        for action in state.legal_actions():
            child = state.successor(action)
            if child.to_move == 0:
                v = min(v, self.max_value(child, depth - 1))
            else:
                v = min(v, self.min_value(child, depth))
        return v
