from pacgrid.search import Searcher

BIG = 10**9


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        window = (0, BIG)
        values = {}
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, window)
            window = (max(window[0], v), BIG)
            values[action] = v
        return values

    def value(self, state, plies, window=(-BIG, BIG)):
        self.report.nodes += 1
        if state.is_terminal or plies == 0:
            return self.evaluate(state)
        low, high = window
        best = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, (low, high))
            if state.to_move == 0:
                best = v if best is None else max(best, v)
                low = max(low, best)
            else:
                best = v if best is None else min(best, v)
                high = min(high, best)
            if low > high:
                break
        return best
