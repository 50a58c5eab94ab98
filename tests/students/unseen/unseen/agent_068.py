from math import inf

from pacgrid.search import Searcher

ALPHA, BETA = 0, 1


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        best = -inf
        values = {}
        for action in state.legal_actions():
            window = [best, inf]
            values[action] = self.value(state.successor(action), plies - 1, window)
            best = max(best, values[action])
        return values

    def value(self, state, plies, window=None):
        window = window or [-inf, inf]
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, window))
                if v > window[BETA]:
                    return v
                window[ALPHA] = max(window[ALPHA], v)
        else:
            v = inf
            for action in state.legal_actions():
                v = min(v, self.value(state.successor(action), plies - 1, window))
                if v < window[ALPHA]:
                    return v
                window[BETA] = min(window[BETA], v)
        return v
