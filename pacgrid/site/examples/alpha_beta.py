"""Alpha-beta with one mistake, about pruning. Which one? The grader shows it in a small tree."""

from math import inf

from pacgrid import Action, Searcher
from pacgrid.search import GameState


class AlphaBeta(Searcher):
    def act(self, state: GameState) -> Action:
        best, alpha = None, -inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.plies(state) - 1, alpha, inf)
            if best is None or value > alpha:
                best, alpha = action, value
        return best

    def value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        if state.is_terminal or plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = -inf
        for action in state.legal_actions():
            value = max(value, self.value(state.successor(action), plies - 1, beta, alpha))
            if value > beta:
                break
            alpha = max(alpha, value)
        return value

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = inf
        for action in state.legal_actions():
            value = min(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value < alpha:
                break
            beta = min(beta, value)
        return value
