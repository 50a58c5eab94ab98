"""Only the first ghost moves at random; the others still take the minimum."""

from pacgrid.search import GameState, Searcher


class Expectimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values) if state.to_move == 1 else min(values)
