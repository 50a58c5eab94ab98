from pacgrid.search import Searcher


class Expectimax(Searcher):
    """With memoization, otherwise depth 3 was too slow."""

    def value(self, state, plies, memo={}):
        self.report.nodes += 1
        if state in memo:
            return memo[state]
        if state.is_terminal:
            result = state.score
        elif plies == 0:
            result = self.evaluate(state)
        else:
            values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
            if state.to_move == 0:
                result = max(values)
            else:
                result = sum(values) / len(values)
        memo[state] = result
        return result
