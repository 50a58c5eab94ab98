"""one ghost less per round, and the evaluation for finished games as well"""

from pacgrid.search import Searcher

MISTAKES = {
    "Minimax": ("last ghost forgotten", "finished game given to the evaluation"),
    "Expectimax": ("last ghost forgotten", "finished game given to the evaluation"),
}


class Minimax(Searcher):
    def plies(self, state):
        return self.depth * (state.num_agents - 1)

    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return self.evaluate(state)
        return self.combine(state.to_move, [self.value(state.successor(a), plies - 1) for a in state.legal_actions()])

    def combine(self, mover, values):
        return max(values) if mover == 0 else min(values)


class Expectimax(Minimax):
    def combine(self, mover, values):
        return max(values) if mover == 0 else sum(values) / len(values)
