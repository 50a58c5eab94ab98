"""plies() is just the depth, that is simpler."""

from pacgrid.search import Searcher

MISTAKES = {
    "Minimax": ("depth counted per agent instead of per round", "finished game counted as ±500"),
    "Expectimax": ("depth counted per agent instead of per round", "sum instead of mean"),
}


class Minimax(Searcher):
    def plies(self, state):
        return self.depth

    def value(self, state, plies):
        if state.is_win:
            return 500
        if state.is_loss:
            return -500
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Searcher):
    def plies(self, state):
        return self.depth

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values)
