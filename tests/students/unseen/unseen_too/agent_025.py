"""Alpha-beta in fail-hard form, with the children coming from a generator."""
from pacgrid import Agent


def children(state):
    for action in state.legal_actions():
        yield action, state.successor(action)


def clamp(x, low, high):
    return low if x < low else high if x > high else x


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.leaf = evaluation or (lambda s: s.score)

    def act(self, state):
        low, high = float("-inf"), float("inf")
        favourite = None
        for action, child in children(state):
            v = self.bounded(child, self.depth * state.num_agents - 1, low, high)
            if favourite is None or v > low:
                favourite, low = action, v
        return favourite

    def bounded(self, state, plies, low, high):
        """The minimax value, clamped to low..high."""
        if state.is_terminal:
            return clamp(state.score, low, high)
        if plies == 0:
            return clamp(self.leaf(state), low, high)
        mine = state.to_move == 0
        for _, child in children(state):
            v = self.bounded(child, plies - 1, low, high)
            if mine:
                low = max(low, v)
            else:
                high = min(high, v)
            if low >= high:
                break
        return low if mine else high
