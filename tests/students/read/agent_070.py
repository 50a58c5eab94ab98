from dataclasses import dataclass
from math import inf

from pacgrid import Agent


@dataclass(frozen=True)
class Window:
    """What both sides can already get."""

    alpha: float = 0
    beta: float = inf

    def raised(self, value):
        return Window(max(self.alpha, value), self.beta)

    def lowered(self, value):
        return Window(self.alpha, min(self.beta, value))

    @property
    def is_empty(self):
        return self.alpha >= self.beta


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.search(state, self.depth * state.num_agents, Window())[1]

    def search(self, state, plies, window):
        if state.is_win:
            return state.score + 100, None
        if state.is_loss:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        is_max = state.to_move == 0
        best, choice = None, None
        for action in state.legal_actions():
            value, _ = self.search(state.successor(action), plies - 1, window)
            if best is None or (value > best if is_max else value < best):
                best, choice = value, action
            window = window.raised(value) if is_max else window.lowered(value)
            if window.is_empty:
                break
        return best, choice
