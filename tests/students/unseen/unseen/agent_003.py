from functools import reduce

from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax as a fold over the children."""

    def value(self, state, plies):
        self.report.nodes += 1
        leaf = {
            (True, True): lambda: state.score,
            (True, False): lambda: state.score,
            (False, True): lambda: self.evaluate(state),
        }.get((state.is_terminal, plies == 0))
        if leaf:
            return leaf()
        values = map(lambda a: self.value(state.successor(a), plies - 1), state.legal_actions())
        if state.to_move == 0:
            return reduce(lambda x, y: y if y > x else x, values)
        return reduce(lambda x, y: y if y < x else x, values)
