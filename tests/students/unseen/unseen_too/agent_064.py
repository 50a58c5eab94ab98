from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pacgrid import Agent


class Minimax(Agent):
    """Minimax with two mutually recursive helpers."""

    def __init__(self, depth: int = 2, evaluation: Callable[[Any], float] | None = None) -> None:
        self.depth = depth
        self.evaluate = evaluation or (lambda state: state.score)

    def act(self, state: Any) -> Any:
        total_plies = self.depth * state.num_agents
        return max(
            state.legal_actions(),
            key=lambda action: self._max(state.successor(action), total_plies - 1),
        )

    def _dispatch(self, state: Any, plies: int) -> float:
        return self._max(state, plies) if state.to_move == 0 else self._min(state, plies)

    def _leaf(self, state: Any) -> float:
        return state.score if state.is_terminal else self.evaluate(state)

    def _max(self, state: Any, plies: int) -> float:
        if state.is_terminal or plies == 0:
            return self._leaf(state)
        best = -math.inf
        for action in state.legal_actions():
            best = max(best, self._dispatch(state.successor(action), plies - 1))
        return best

    def _min(self, state: Any, plies: int) -> float:
        if state.is_terminal or plies == 0:
            return self._leaf(state)
        best = math.inf
        for action in state.legal_actions():
            best = min(best, self._dispatch(state.successor(action), plies - 1))
        return best
