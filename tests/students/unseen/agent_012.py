from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Each position is worked out once in every decision."""

    def action_values(self, state, plies):
        self.known = {}
        return super().action_values(state, plies)

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        key = state, plies
        if key not in self.known:
            values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
            if state.to_move == 0:
                self.known[key] = max(values)
            else:
                self.known[key] = sum(values) / len(values)
        return self.known[key]
