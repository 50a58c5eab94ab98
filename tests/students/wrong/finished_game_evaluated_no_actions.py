"""No actions left means it's a leaf, and leaves are evaluated."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "finished game given to the evaluation", "Expectimax": "finished game given to the evaluation"}


class Minimax(Searcher):
    def value(self, state, plies):
        actions = state.legal_actions()
        if plies > 0 and actions:
            successors = map(state.successor, actions)
            values = [self.value(s, plies - 1) for s in successors]
            return self.combined(state, values)
        return self.evaluate(state)

    def combined(self, state, values):
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Minimax):
    def combined(self, state, values):
        return max(values) if state.to_move == 0 else sum(values) / len(values)
