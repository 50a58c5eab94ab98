from pacgrid.search import Searcher

inf = float("inf")


class AlphaBeta(Searcher):

    def action_values(self, state, plies):
        values = {}
        alpha = -inf
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, alpha, inf)
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal: return state.score
        if plies == 0: return self.evaluate(state)
        if state.to_move == 0: return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v = -inf
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v >= beta: return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = inf
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v <= alpha: return v
            alpha = min(alpha, v)
        return v
