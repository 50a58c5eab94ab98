from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        total = 0
        count = 0
        best = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            total += v
            count += 1
            if best is None or best < v:
                best = v
        return total // count if state.to_move > 0 else best
