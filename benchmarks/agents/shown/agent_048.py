from collections.abc import Iterator

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    """The values of the children come from a generator."""

    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        choose = max if state.to_move == 0 else min
        return choose(self.children(state, plies))

    def children(self, state: GameState, plies: int) -> Iterator[float]:
        for action in state.legal_actions():
            after = state.successor(action)
            self.report.nodes += 1
            if after.is_terminal:
                yield after.score
            elif plies == 1:
                yield self.evaluate(state)
            else:
                yield self.value(after, plies - 1)
