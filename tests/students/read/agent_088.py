"""Alpha-beta as a principal variation search, with values from the side that is to move."""

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        _, action = self.pvs(state, self.depth * state.num_agents, -inf, inf)
        return action

    def child_value(self, state, child, plies, low, high):
        """The value of `child` for the side that is to move in `state`."""
        if (state.to_move == 0) == (child.to_move == 0):
            return self.pvs(child, plies - 1, low, high)[0]
        return -self.pvs(child, plies - 1, -high, -low)[0]

    def pvs(self, state, plies, low, high):
        side = 1 if state.to_move == 0 else -1
        if state.is_terminal:
            return side * state.score, None
        if plies == 0:
            return side * self.evaluation(state), None
        best, choice = -inf, None
        for action in state.legal_actions():
            child = state.successor(action)
            if choice is None:
                value = self.child_value(state, child, plies, low, high)
            else:
                value = self.child_value(state, child, plies, low, low)
                if low < value <= high:
                    value = self.child_value(state, child, plies, low, high)
            if choice is None or value > best:
                best, choice = value, action
            if best > high:
                break
            low = max(low, best)
        return best, choice
