import time
from math import inf

from pacgrid import Agent


class Minimax(Agent):
    """Deepens round by round and keeps the move of the last search that was finished."""

    LIMIT = 60.0

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        start = time.monotonic()
        choice = self.best(state, 1)
        for depth in range(2, self.depth):
            if time.monotonic() - start > self.LIMIT:
                break
            choice = self.best(state, depth)
        return choice

    def best(self, state, depth):
        plies = depth * state.num_agents - 1
        choice, highest = state.legal_actions()[0], -inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies)
            if value > highest:
                choice, highest = action, value
        return choice

    def value(self, state, plies):
        if state.is_loss:
            return -inf
        if state.is_win:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = (self.value(state.successor(a), plies - 1) for a in state.legal_actions())
        return min(values) if state.to_move else max(values)
