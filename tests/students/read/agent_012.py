"""Alpha-beta with the window as an object."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from pacgrid import Agent, State


@dataclass
class Window:
    alpha: float = -inf
    beta: float = inf

    def narrow(self, value: float, maximizing: bool) -> None:
        if maximizing:
            self.alpha = max(self.alpha, value)
        else:
            self.beta = min(self.beta, value)

    @property
    def closed(self) -> bool:
        return self.alpha >= self.beta


class AlphaBeta(Agent):
    def __init__(self, depth: int = 2, evaluation: Any = None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State) -> Any:
        window = Window()
        best, choice = -inf, None
        for action in state.legal_actions():
            after = state.successor(action)
            value = self.value(after, self.depth * state.num_agents - 1, replace(window))
            window.narrow(value, True)
            if choice is None or value > best:
                best, choice = value, action
        return choice

    def value(self, state: State, plies: int, window: Window) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        maximizing = state.to_move == 0
        prefer = max if maximizing else min
        best = -inf if maximizing else inf
        for action in state.legal_actions():
            after = state.successor(action)
            best = prefer(best, self.value(after, plies - 1, window))
            window.narrow(best, maximizing)
            if window.closed:
                break
        return best
