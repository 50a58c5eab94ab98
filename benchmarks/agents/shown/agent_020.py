from pacgrid.search import Searcher

INF = float("inf")


class AlphaBeta(Searcher):
    def value(self, state, plies, bounds=[-INF, INF]):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -INF
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1, bounds[:]))
                bounds[0] = max(bounds[0], best)
                if best > bounds[1]:
                    break
            return best
        best = INF
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, bounds[:]))
            bounds[1] = min(bounds[1], best)
            if best < bounds[0]:
                break
        return best
