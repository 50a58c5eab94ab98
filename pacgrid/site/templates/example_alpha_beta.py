"""Alpha-beta with one mistake, about pruning. Which one? The grader shows it in a small tree."""

from math import inf

from pacgrid import Action, Searcher
from pacgrid.search import GameState


class AlphaBeta(Searcher):
    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        values: dict[Action, float] = {}
        alpha = -inf
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = -inf
        for action in state.legal_actions():
            value = max(value, self.value(state.successor(action), plies - 1, beta, alpha))
            if value > beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = inf
        for action in state.legal_actions():
            value = min(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value
