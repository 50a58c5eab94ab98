from enum import Enum
from math import inf

from pacgrid.search import Searcher


class Kind(Enum):
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


class AlphaBeta(Searcher):
    """Alpha-beta with a table that knows which of its values are bounds."""

    def action_values(self, state, plies):
        self.table = {}
        alpha, values = -inf, {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        kind, known = self.table.get((state, plies), (None, 0))
        if kind is Kind.EXACT:
            return known
        if kind is Kind.AT_LEAST and known > beta or kind is Kind.AT_MOST and known < alpha:
            return known
        result = self.expand(state, plies, alpha, beta)
        if result > beta:
            kind = Kind.AT_LEAST
        elif result < alpha:
            kind = Kind.AT_MOST
        else:
            kind = Kind.EXACT
        self.table[state, plies] = kind, result
        return result

    def expand(self, state, plies, alpha, beta):
        pacman = state.to_move == 0
        best = -inf if pacman else inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if pacman:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best
