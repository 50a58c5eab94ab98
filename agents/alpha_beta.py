"""Minimax search with alpha-beta pruning. Russell and Norvig, *Artificial Intelligence: A Modern
Approach*, 4th edition, section 5.2.3 and figure 5.7; cut off at a depth as in section 5.3.

The book prunes when `value >= beta` (or `value <= alpha`), and so does this agent with
`pruning="book"`; by default, only when `value > beta` (or `value < alpha`). A branch pruned on
equality returns a bound that equals the best value so far, so a worse action can look like a tie.
With strict inequality a value that equals the best one is exact: the ties are those of minimax, and
so is the action, however ties are broken. The price is that branches which only tie are searched to
the end.
"""

from math import inf

from pacgrid.action import Action
from pacgrid.compiled_option import CompilableSearcher
from pacgrid.search import CHANCE, AnyEvaluation, GameState, chance_ignored

PRUNINGS = ("strict", "book")


class AlphaBeta(CompilableSearcher):
    """Finds the same action and value as minimax, and visits fewer states.

    In `report.values` the best value is exact; a worse one may be a bound: an upper bound for
    Pac-Man, a lower bound for a ghost.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        pruning: `strict` prunes what is worse than a bound; `book` also what equals it, which
            visits fewer states. Of the actions with the best value, only the first is then sure to
            be worth it.
        compiled: as in `CompilableSearcher`; only with strict pruning.

    Raises ValueError where chance moves.
    """

    compiled_method = "alpha_beta"
    plays_chance = False

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: AnyEvaluation = None,
        pruning: str = "strict",
        compiled: bool = False,
    ) -> None:
        if pruning not in PRUNINGS:
            raise ValueError(f"pruning must be {' or '.join(PRUNINGS)}, not {pruning!r:.40}")
        self.prunes_ties = pruning == "book"
        if compiled and self.prunes_ties:
            raise ValueError("a compiled search prunes strictly; leave out pruning or compiled")
        super().__init__(depth=depth, evaluation=evaluation, compiled=compiled)

    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The value of each action at the root, where alpha and beta start."""
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

        Exact if it lies in `alpha..beta`; otherwise a bound outside it. MAX already has `alpha`
        elsewhere and MIN has `beta`, so play will not reach such a state.
        """
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        if state.to_move == CHANCE:
            raise chance_ignored(self)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = -inf
        for action in state.legal_actions():
            value = max(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value > beta or (self.prunes_ties and value == beta):
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state: GameState, plies: int, alpha: float, beta: float) -> float:
        value = inf
        for action in state.legal_actions():
            value = min(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value < alpha or (self.prunes_ties and value == alpha):
                return value
            beta = min(beta, value)
        return value
