"""The window is a list [alpha, beta] that is passed down."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "bounds shared between siblings"}


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        values = {}
        window = [float("-inf"), float("inf")]
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, window)
            window[0] = max(window[0], values[a])
        return values

    def value(self, state, plies, window):
        self.report.nodes += 1
        if state.is_terminal: return state.score
        if plies == 0: return self.evaluate(state)
        pacman = state.to_move == 0
        found = []
        for a in state.legal_actions():
            found.append(self.value(state.successor(a), plies - 1, window))
            if pacman:
                window[0] = max(window[0], found[-1])
            else:
                window[1] = min(window[1], found[-1])
            if window[0] > window[1]:
                break
        return max(found) if pacman else min(found)
