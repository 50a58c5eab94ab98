"""Keeps alpha and beta, and never uses them: right values, and all states."""

from math import inf

from pacgrid.search import GameState, Searcher


class AlphaBeta(Searcher):
    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
        return best
