"""max_value returns alpha when it stops, min_value returns beta: these are the values of the players."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "returns the bound instead of the value"}


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        alpha, values = float("-inf"), {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, float("inf"))
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = float("-inf") if state.to_move == 0 else float("inf")
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                if v > beta:
                    return alpha
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                if v < alpha:
                    return beta
                best = min(best, v)
                beta = min(beta, best)
        return best
