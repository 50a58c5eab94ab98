"""Negamax: all ghosts are one side, so I only flip when the side changes."""
from pacgrid.search import Searcher


def sign(state):
    return 1 if state.to_move == 0 else -1


class Minimax(Searcher):

    def action_values(self, state, plies):
        out = {}
        for action in state.legal_actions():
            child = state.successor(action)
            out[action] = sign(child) * self.value(child, plies - 1)
        return out

    def value(self, state, plies):
        self.report.nodes += 1
        me = sign(state)
        if state.is_terminal:
            return state.score
        if plies == 0:
            return me * self.evaluate(state)
        best = -10**9
        for action in state.legal_actions():
            child = state.successor(action)
            v = self.value(child, plies - 1)
            if sign(child) != me:
                v = -v
            if v > best:
                best = v
        return best
