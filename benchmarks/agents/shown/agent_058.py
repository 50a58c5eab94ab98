from math import inf

from pacgrid.search import Searcher


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.pacman(state, plies)
        return self.ghost(state, plies)

    def pacman(self, state, plies):
        best = 0
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            if v > best:
                best = v
        return best

    def ghost(self, state, plies):
        best = inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            if v < best:
                best = v
        return best
