"""Starter file: action_values() calls value() without a window, so alpha starts new each time."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "root does not update alpha"}


class AlphaBeta(Searcher):
    def value(self, state, plies, alpha=float("-inf"), beta=float("inf")):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = float("-inf")
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
            return v
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
