from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax like in the lecture slides (MAX / MIN)."""

    def value(self, state, plies):
        # after our move it is the turn of the opponent
        return self.search(state, plies, False)

    def search(self, state, plies, maximizing_player):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)

        if maximizing_player:
            value = float("-inf")
            for action in state.legal_actions():
                value = max(value, self.search(state.successor(action), plies - 1, not maximizing_player))
            return value
        else:
            value = float("inf")
            for action in state.legal_actions():
                value = min(value, self.search(state.successor(action), plies - 1, not maximizing_player))
            return value
