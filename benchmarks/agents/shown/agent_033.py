from pacgrid.search import Searcher


class Minimax(Searcher):
    """minimax"""

    def value(self, state, plies):
        self.report.nodes += 1

        if state.is_terminal:
            return state.score

        if plies <= 0:
            return self.evaluate(state)

        values = []
        for action in state.legal_actions():
            plies -= 1
            successor = state.successor(action)
            values.append(self.value(successor, plies))

        if state.to_move == 0:
            return max(values)
        return min(values)
