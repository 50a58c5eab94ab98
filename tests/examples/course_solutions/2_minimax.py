"""Minimax and alpha-beta. Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th
edition, figures 5.3 and 5.7, cut off at a depth as in section 5.3."""

from math import inf

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    """A MAX layer for Pac-Man, and a MIN layer for each ghost."""

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)


class AlphaBeta(Searcher):
    """The same choices as minimax, with fewer states.

    It prunes only where a value is worse than a bound, not where it equals one: so an action that
    was cut off never looks as good as the best one.
    """

    def action_values(self, state: GameState, plies: int) -> dict[object, float]:
        """The value of each action of Pac-Man at the root, or an upper bound for a worse one."""
        values: dict[object, float] = {}
        alpha = -inf
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        """Value of `state` for MAX if it lies between `alpha` and `beta`; else a bound beyond them.

        Elsewhere in the tree, MAX is sure of `alpha`, and MIN of `beta`.
        """
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        best = -inf
        for action in state.legal_actions():
            best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best > beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best < alpha:
                return best
            beta = min(beta, best)
        return best
