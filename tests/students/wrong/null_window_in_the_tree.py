"""Negascout, but what comes back from the null window is taken as it is."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "null window without a re-search"}


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        return {a: self.value(state.successor(a), plies - 1, -1e8, 1e8) for a in state.legal_actions()}

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = None
        for a in state.legal_actions():
            child = state.successor(a)
            if best is None:
                best = self.value(child, plies - 1, alpha, beta)
            elif state.to_move == 0:
                best = max(best, self.value(child, plies - 1, alpha, alpha + 0.5))
            else:
                best = min(best, self.value(child, plies - 1, beta - 0.5, beta))
            if state.to_move == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                return best
        return best
