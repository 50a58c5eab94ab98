from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expectimax for random ghosts."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return max(self.value(s, plies - 1) for s in self.successors(state))
        return self.chance(state, plies)

    def chance(self, state, plies):
        ghost_action = self.rng.choice(list(state.legal_actions()))
        return self.value(state.successor(ghost_action), plies - 1)

    def successors(self, state):
        return [state.successor(action) for action in state.legal_actions()]
