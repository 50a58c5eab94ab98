from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        low = -10**6
        result = {}
        for action in state.legal_actions():
            result[action] = self.value(state.successor(action), plies - 1, low, 10**6)
            low = max(low, result[action])
        return result

    def value(self, state, plies, alpha=-10**6, beta=10**6):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha > beta:
                break
        return alpha
