from pacgrid.search import Searcher

CHOOSE = {True: max, False: min}


class Minimax(Searcher):
    """Value by recursion; `CHOOSE` gives MAX or MIN."""

    def value(self, state, plies):
        self.report.nodes += 1
        if not plies:
            return self.evaluate(state)
        if state.is_terminal:
            return state.score
        pick = CHOOSE[state.to_move == 0]
        return pick(self.value(child, plies - 1) for child in self.children(state))

    @staticmethod
    def children(state):
        yield from map(state.successor, state.legal_actions())
