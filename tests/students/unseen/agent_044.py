from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def plies(self, state):
        """Pac-Man's move and the ghosts' reply make one round."""
        return 2 * self.depth

    def action_values(self, state, plies):
        alpha, beta = -inf, inf
        result = {}
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            result[action] = v
            if state.to_move == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
        return result

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        v = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            child = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, child)
                alpha = max(alpha, v)
            else:
                v = min(v, child)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v
