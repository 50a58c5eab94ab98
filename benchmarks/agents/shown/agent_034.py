"""Fail-hard alpha-beta: a value never leaves the window."""

from dataclasses import dataclass, replace
from math import inf

from pacgrid import Agent


@dataclass(frozen=True)
class Window:
    low: float = -inf
    high: float = inf

    def clamp(self, value):
        return min(max(value, self.low), self.high)

    @property
    def closed(self):
        return self.low >= self.high


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        window, best = Window(), state.legal_actions()[0]
        for action in state.legal_actions():
            value = self.search(state.successor(action), self.depth * state.num_agents - 1, window)
            if value > window.low:
                window, best = Window(low=value), action
        return best

    def search(self, state, plies, window):
        if state.is_terminal:
            return window.clamp(state.score)
        if plies == 0:
            return window.clamp(self.evaluation(state))
        for action in state.legal_actions():
            if window.closed:
                break
            value = self.search(state.successor(action), plies - 1, window)
            if state.to_move == 0:
                window = replace(window, low=value)
            else:
                window = replace(window, high=value)
        return window.low if state.to_move == 0 else window.high
