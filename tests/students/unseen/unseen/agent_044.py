from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax as in the lecture."""

    def action_values(self, state, plies):
        result = {}
        for action in state.legal_actions():
            result[action] = self.value(state.successor(action), self.depth - 1)
        return result

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        children = []
        for action in state.legal_actions():
            children.append(self.value(state.successor(action), plies - 1))
        if state.to_move == 0:
            return max(children)
        else:
            return min(children)
