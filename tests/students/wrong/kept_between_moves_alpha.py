"""Keeps the bounds from the last move, they are still good, aren't they?"""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "state kept between moves"}


class AlphaBeta(Searcher):
    table = {}  # of all agents and all moves, without depth or window

    def action_values(self, state, plies):
        values = {}
        alpha = float("-inf")
        for a in state.legal_actions():
            key = (len(values), a)
            if key in self.table:
                values[a] = self.table[key]
            else:
                values[a] = self.table[key] = self.value(state.successor(a), plies - 1, alpha, float("inf"))
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies, alpha, beta):
        if state.is_terminal: return state.score
        if plies == 0: return self.evaluate(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v > beta: return v
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for a in state.legal_actions():
                v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v < alpha: return v
                beta = min(beta, v)
        return v
