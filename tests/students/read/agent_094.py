from math import inf

from pacgrid.agent import Agent


class Expectimax(Agent):
    """Expectimax that passes down what Pac-Man already has."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, bound = None, -inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth, bound)
            if best_action is None or value > bound:
                best_action, bound = action, value
        return best_action

    def value(self, state, depth, bound):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            if depth == 1:
                return self.evaluation(state)
            return self.max_value(state, depth - 1)
        return self.exp_value(state, depth, bound)

    def max_value(self, state, depth):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), depth, v))
        return v

    def exp_value(self, state, depth, bound):
        v = 0
        actions = state.legal_actions()
        for n, action in enumerate(actions, 1):
            v += self.value(state.successor(action), depth, -inf)
            if v / n < bound:
                return v / n
        return v / len(actions)
