"""Evaluating is slow, so it's done once per move."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "evaluates the root instead of the leaf", "Expectimax": "evaluates the root instead of the leaf"}


class Minimax(Searcher):
    def action_values(self, state, plies):
        self.estimate = self.evaluate(state)
        return super().action_values(state, plies)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.estimate
        results = (self.value(state.successor(x), plies - 1) for x in state.legal_actions())
        return max(results) if state.to_move == 0 else min(results)


class Expectimax(Minimax):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.estimate
        results = [self.value(state.successor(x), plies - 1) for x in state.legal_actions()]
        return max(results) if state.to_move == 0 else sum(results) / len(results)
