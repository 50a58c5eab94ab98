from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax. (value, action) pairs would be overkill, Searcher picks the action for us."""

    def value(self, state, plies):
        # Pac-Man has just moved, so one ply is already used up
        return self.minimax(state, plies - 1)

    def minimax(self, state, plies_left):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies_left <= 0:
            return self.evaluate(state)

        best = None
        for action in state.legal_actions():
            v = self.minimax(state.successor(action), plies_left - 1)
            if best is None:
                best = v
            elif state.to_move == 0 and v > best:
                best = v
            elif state.to_move > 0 and v < best:
                best = v
        return best
