from math import inf

from pacgrid.search import GameState, Searcher


class AlphaBeta(Searcher):
    """Minimax with alpha-beta pruning."""

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return v
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v
