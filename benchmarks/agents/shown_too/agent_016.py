import numpy as np

from pacgrid.search import Searcher


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return 1e6 if state.score > 0 else -1e6
        if plies == 0:
            return self.evaluate(state)
        children = np.array(
            [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        )
        if state.to_move == 0:
            return float(children.max())
        elif state.to_move == 1:
            return float(children.min())
        return float(children.mean())
