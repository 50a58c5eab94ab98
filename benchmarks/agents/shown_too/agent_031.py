from pacgrid.search import Searcher


class Minimax(Searcher):
    """Keeps the remaining plies in self.left so value() has fewer arguments."""

    def action_values(self, state, plies):
        values = {}
        for action in state.legal_actions():
            self.left = plies
            values[action] = self.value(state.successor(action), plies)
        return values

    def value(self, state, plies):
        self.report.nodes += 1
        self.left -= 1
        if state.is_terminal:
            return state.score
        if self.left <= 0:
            return self.evaluate(state)
        results = []
        for action in state.legal_actions():
            results.append(self.value(state.successor(action), self.left))
        if state.to_move == 0:
            return max(results)
        else:
            return min(results)
