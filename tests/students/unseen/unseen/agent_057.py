from pacgrid.search import Searcher


class Minimax(Searcher):
    """Searches `depth` rounds ahead and evaluates the states there."""

    PACMAN = 0
    GHOST = 1

    def value(self, state, plies):
        """Value of `state` for Pac-Man, looking `plies` single moves ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        if state.to_move == self.PACMAN:
            return max(values)
        if state.to_move == self.GHOST:
            return min(values)
        return values[0]
