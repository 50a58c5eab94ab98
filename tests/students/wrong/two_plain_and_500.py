"""AlphaBeta = Minimax for now (pruning comes later). Winning is 500."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": ("no pruning", "finished game counted as ±500")}


class AlphaBeta(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return 500 if state.is_win else -500
        if plies == 0:
            return self.evaluate(state)
        vs = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(vs) if state.to_move == 0 else min(vs)
