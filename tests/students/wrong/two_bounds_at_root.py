"""pruning with alpha only, and that one starts at -inf for each root action"""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": ("root does not update alpha", "beta not tightened")}


class AlphaBeta(Searcher):
    def value(self, state, plies, alpha=float("-inf")):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            for a in state.legal_actions():
                alpha = max(alpha, self.value(state.successor(a), plies - 1, alpha))
            return alpha
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha))
            if v < alpha:
                return v
        return v
