"""Computes all children, then leaves out those that don't matter."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "no pruning"}


class AlphaBeta(Searcher):
    def value(self, state, plies, alpha=float("-inf"), beta=float("inf")):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        children = [self.value(state.successor(a), plies - 1, alpha, beta) for a in state.legal_actions()]
        best = children[0]
        for value in children:
            if state.to_move == 0:
                best = max(best, value)
                if best > beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best < alpha:
                    return best
                beta = min(beta, best)
        return best
