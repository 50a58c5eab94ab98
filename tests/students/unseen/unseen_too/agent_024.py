from pacgrid.search import Searcher

INFINITY = float('inf')


class Minimax(Searcher):

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = -INFINITY
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), plies - 1))
        return v

    def min_value(self, state, plies):
        v = INFINITY
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1))
            return v
