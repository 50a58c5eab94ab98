from pacgrid.search import Searcher

WINDOW = 15


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        centre = self.evaluate(state)
        alpha, beta = centre - WINDOW, centre + WINDOW
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, beta)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=float("-inf"), beta=float("inf")):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            for action in state.legal_actions():
                alpha = max(alpha, self.value(state.successor(action), plies - 1, alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        for action in state.legal_actions():
            beta = min(beta, self.value(state.successor(action), plies - 1, alpha, beta))
            if beta <= alpha:
                return alpha
        return beta
