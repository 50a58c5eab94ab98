from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """Alpha-beta with a transposition table."""

    def action_values(self, state, plies):
        self.table = {}
        alpha = -inf
        values = {}
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
        key = (state, plies)
        if key in self.table:
            return self.table[key]
        maximise = state.to_move == 0
        best = -inf if maximise else inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if maximise:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha > beta:
                break
        self.table[key] = best
        return best
