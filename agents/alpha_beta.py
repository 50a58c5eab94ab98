"""Minimax search with alpha-beta pruning. Russell and Norvig, *Artificial Intelligence: A Modern
Approach*, 4th edition, section 5.2.3 and figure 5.7; cut off at a depth as in section 5.3.

The book prunes when `value >= beta` (or `value <= alpha`); this agent prunes on strict inequality,
`value > beta` (or `value < alpha`). A branch cut off on equality reports only a bound, and the
bound then equals the best value found so far: an action that is really worse would look like a tie.
With strict inequality a value that equals the best one is exact, so ties are the same ties as in
minimax and the same action is chosen, whatever the rule for choosing among them. The price is that
branches which only tie are searched to the end.
"""

from math import inf

from pacgrid.action import Action
from pacgrid.search import GameState, Searcher


class AlphaBeta(Searcher):
    """Always finds minimax's move and value, and looks at fewer states.

    In `report.values` the best action's value is exact; one that is worse may be a bound: for
    Pac-Man the action is worth at most that much, for a ghost at least.
    """

    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The value of each action as seen from the root, where alpha and beta start."""
        alpha, beta = -inf, inf
        values = {}
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            values[action] = value
            if state.to_move == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        return values

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead.

        Exact if it lies in `alpha..beta`. Otherwise a bound on it that lies outside, too: MAX has
        `alpha` and MIN has `beta` elsewhere already, so play will not come here.
        """
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = -inf
        for action in state.legal_actions():
            value = max(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value > beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = inf
        for action in state.legal_actions():
            value = min(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value
