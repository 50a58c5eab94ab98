"""Principal variation search: the first move gets the full window, the others must prove themselves.

Evaluations may be fractions, so the null window has no width at all: its bounds are equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pacgrid import Agent, State


class AlphaBeta(Agent):
    def __init__(self, depth: int = 2, evaluation: Callable[[State], float] | None = None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State):
        children = {action: state.successor(action) for action in state.legal_actions()}
        first, *others = children
        plies = self.depth * state.num_agents - 1
        best_action, alpha = first, self.search(children[first], plies, -math.inf, math.inf)
        for action in others:
            value = self.search(children[action], plies, alpha, alpha)
            if value > alpha:
                best_action, alpha = action, value
        return best_action

    def search(self, state: State, plies: int, alpha: float, beta: float) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        children = [state.successor(action) for action in state.legal_actions()]
        if state.to_move == 0:
            return self.maximum(children, plies - 1, alpha, beta)
        return self.minimum(children, plies - 1, alpha, beta)

    def maximum(self, children: list[State], plies: int, alpha: float, beta: float) -> float:
        best = self.search(children[0], plies, alpha, beta)
        for child in children[1:]:
            alpha = max(alpha, best)
            if alpha > beta:
                break
            value = self.search(child, plies, alpha, alpha)
            if alpha < value < beta:
                value = self.search(child, plies, alpha, beta)
            best = max(best, value)
        return best

    def minimum(self, children: list[State], plies: int, alpha: float, beta: float) -> float:
        best = self.search(children[0], plies, alpha, beta)
        for child in children[1:]:
            beta = min(beta, best)
            if alpha > beta:
                break
            value = self.search(child, plies, beta, beta)
            if alpha < value < beta:
                value = self.search(child, plies, alpha, beta)
            best = min(best, value)
        return best
