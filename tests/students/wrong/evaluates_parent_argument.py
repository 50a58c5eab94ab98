"""parent is passed down."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "evaluates the parent instead of the leaf", "Expectimax": "evaluates the parent instead of the leaf"}


class Minimax(Searcher):
    def action_values(self, state, plies):
        out = {}
        for action in state.legal_actions():
            out[action] = self.value(state.successor(action), plies - 1, state)
        return out

    def value(self, state, plies, parent=None):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(parent)
        out = []
        for action in state.legal_actions():
            out.append(self.value(state.successor(action), plies - 1, state))
        return max(out) if state.to_move == 0 else min(out)


class Expectimax(Minimax):
    def value(self, state, plies, parent=None):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(parent)
        out = []
        for action in state.legal_actions():
            out.append(self.value(state.successor(action), plies - 1, state))
        return max(out) if state.to_move == 0 else sum(out) / len(out)
