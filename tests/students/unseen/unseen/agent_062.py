from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expectimax without lists."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        result = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            if result is None:
                result = v
            elif state.to_move == 0:
                result = max(result, v)
            else:
                result = self.update(result, v)
        return result

    @staticmethod
    def update(average, v):
        return (average + v) / 2
