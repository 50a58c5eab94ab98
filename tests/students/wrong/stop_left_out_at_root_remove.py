from pacgrid import Action
from pacgrid.search import Searcher

MISTAKES = {"Minimax": "STOP left out at the root", "Expectimax": "STOP left out at the root"}


class Minimax(Searcher):
    """Otherwise it stands around when the food is far away."""

    def act(self, state):
        super().act(state)
        values = self.report.values
        if Action.STOP in values and len(values) > 1:
            del values[Action.STOP]
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Minimax):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)
