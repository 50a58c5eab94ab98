from pacgrid.search import Searcher


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluate(state)
        value = None
        for action in state.legal_actions():
            plies -= 1
            child = self.value(state.successor(action), plies)
            if value is None:
                value = child
            elif state.to_move == 0 and child > value:
                value = child
            elif state.to_move > 0 and child < value:
                value = child
        return value
