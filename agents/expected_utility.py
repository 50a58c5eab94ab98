"""Expectimax over a utility of the score: cautious and bold players. Russell and Norvig,
*Artificial Intelligence: A Modern Approach*, 4th edition, sections 16.2 and 16.3.

The search backs up certainty equivalents instead of utilities. That changes no choice, since a
utility grows with the points, and it keeps apart scores whose utilities are too close for a float.
"""

from collections.abc import Callable, Sequence
from typing import Any

from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.layers import Model
from pacgrid.search import AnyEvaluation, GameState
from pacgrid.utility import RISK_TOLERANCE, Lottery, Utility, utility_named


class ExpectedUtility(Expectiminimax):
    """Plays the action with the highest expected utility of the score.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: models of the ghosts, or `min` or `max`; as in expectiminimax.
        utility: what points are worth: `concave` (cautious), `linear` (indifferent to risk),
            `convex` (bold), `logarithmic:wealth=1000`, `s_shaped:reference=0`, `sqrt`, or a
            function of the points.
        risk_tolerance: that of a concave or convex utility, in points; the smaller, the more
            cautious or bold.

    Raises ValueError for an unknown utility, or a function that falls.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: AnyEvaluation = None,
        ghosts: Model | Sequence[Model] = "chance",
        utility: str | Sequence[str] | Utility | Callable[[float], float] = "concave",
        risk_tolerance: float = RISK_TOLERANCE,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation, ghosts=ghosts)
        self.utility = utility_named(utility, risk_tolerance=risk_tolerance)

    def act(self, state: GameState) -> Any:
        action = super().act(state)
        equivalents = self.report.values
        self.report.action_details = {
            "expected utility": {each: self.utility(equivalents[each]) for each in equivalents},
            "certainty equivalent": equivalents,
        }
        return action

    def expected(self, lottery: Lottery) -> float:
        """The certainty equivalent, in points."""
        return self.utility.certainty_equivalent(lottery)

    def best_reply(self, state: GameState, plies: int) -> None:
        """None: chance players have no best reply."""
