"""The starter file, filled in."""

from statistics import fmean

from pacgrid.search import GameState, Searcher

MISTAKES: dict[str, str] = {}


class Minimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        children = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(children)
        return min(children)


class AlphaBeta(Searcher):
    # action_values is overridden because the root must pass its alpha on
    def value(self, state: GameState, plies: int, alpha: float = -1e9, beta: float = 1e9) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -1e9
            for a in state.legal_actions():
                best = max(best, self.value(state.successor(a), plies - 1, alpha, beta))
                alpha = max(alpha, best)
                if alpha > beta:
                    return best
        else:
            best = 1e9
            for a in state.legal_actions():
                best = min(best, self.value(state.successor(a), plies - 1, alpha, beta))
                beta = min(beta, best)
                if alpha > beta:
                    return best
        return best

    def action_values(self, state, plies):
        values, alpha = {}, -1e9
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, alpha)
            alpha = max(alpha, values[a])
        return values


class Expectimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        children = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(children) if state.to_move == 0 else fmean(children)
