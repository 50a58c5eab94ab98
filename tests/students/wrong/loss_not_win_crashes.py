"""Starter file; I only thought of is_loss."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "loss tested but not win", "Expectimax": "loss tested but not win"}


class Minimax(Searcher):
    def value(self, state, plies):
        if state.is_loss:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        elif state.to_move == 0:
            return max(self.value(state.successor(action), plies - 1) for action in state.legal_actions())
        else:
            return min(self.value(state.successor(action), plies - 1) for action in state.legal_actions())


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_loss:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        values = []
        for action in state.legal_actions():
            values += [self.value(state.successor(action), plies - 1)]
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values)
