"""`a if a > b else b` with calls"""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "expands twice", "Expectimax": "expands twice"}


class Minimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            if state.to_move == 0 and self.value(state.successor(a), plies - 1) > v:
                v = self.value(state.successor(a), plies - 1)
            if state.to_move != 0 and self.value(state.successor(a), plies - 1) < v:
                v = self.value(state.successor(a), plies - 1)
        return v


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        children = [state.successor(a) for a in state.legal_actions()]  # only to count them
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(children)
