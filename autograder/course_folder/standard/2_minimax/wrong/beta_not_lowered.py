"""Never lowers beta in MIN layers."""

from math import inf

from pacgrid.search import GameState, Searcher


class AlphaBeta(Searcher):
    def action_values(self, state: GameState, plies: int) -> dict[object, float]:
        values: dict[object, float] = {}
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
        best = -inf
        for action in state.legal_actions():
            best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best > beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best < alpha:
                return best
        return best
