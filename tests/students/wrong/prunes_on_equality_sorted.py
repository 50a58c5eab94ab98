"""Sorts the root actions at the end; the last one has the highest value."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "prunes on equality"}


class AlphaBeta(Searcher):
    def act(self, state):
        alpha, ranking = -10000000, []
        for number, action in enumerate(state.legal_actions()):
            value = self.value(state.successor(action), self.plies(state) - 1, alpha, 10000000)
            ranking.append((value, number))
            alpha = max(alpha, value)
        ranking.sort()
        return state.legal_actions()[ranking[-1][1]]

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = []
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), plies - 1, alpha, beta))
            if state.to_move == 0:
                if max(values) >= beta:
                    break
                alpha = max(alpha, *values)
            else:
                if min(values) <= alpha:
                    break
                beta = min(beta, *values)
        return max(values) if state.to_move == 0 else min(values)
