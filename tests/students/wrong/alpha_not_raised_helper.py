"""max_value and min_value both give the window to their children as they got it... min_value narrows it."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "alpha not raised below the root"}


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        values = {}
        alpha = float("-inf")
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, float("inf"))
            if values[action] > alpha:
                alpha = values[action]
        return values

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal: return state.score
        if plies == 0: return self.evaluate(state)
        if state.to_move == 0: return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        seen = []
        for action in state.legal_actions():
            seen.append(self.value(state.successor(action), plies - 1, alpha, beta))
            if seen[-1] > beta:
                break
        return max(seen)

    def min_value(self, state, plies, alpha, beta):
        seen = []
        for action in state.legal_actions():
            seen.append(self.value(state.successor(action), plies - 1, alpha, min([beta, *seen])))
            if seen[-1] < alpha:
                break
        return min(seen)
