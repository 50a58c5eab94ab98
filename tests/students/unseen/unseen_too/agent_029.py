from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Pac-Man maximises. The ghosts are random, so they make a random move."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -float("inf")
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1))
            return best
        action = self.rng.choice(state.legal_actions())
        return self.value(state.successor(action), plies - 1)
