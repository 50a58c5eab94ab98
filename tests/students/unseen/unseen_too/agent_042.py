from pacgrid.search import GameState, Searcher


class Expectimax(Searcher):
    """Ghosts choose uniformly at random."""

    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(action), plies - 1) for action in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return sum(values)
