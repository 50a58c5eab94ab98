"""Expectimax over a utility of the score: cautious and bold players. Russell and Norvig,
*Artificial Intelligence: A Modern Approach*, 4th edition, sections 16.2 and 16.3.

The search backs up certainty equivalents instead of utilities. That changes no choice, since a
utility grows with the points, and it keeps apart scores whose utilities are too close for a float.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pacgrid.layers import Layers, Model
from pacgrid.search import Evaluate, GameState, Searcher
from pacgrid.utility import RISK_TOLERANCE, Utility, utility_named


class ExpectedUtility(Searcher):
    """Plays the action with the highest expected utility of the score.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: models of the ghosts, or `min` or `max`; as in expectiminimax.
        utility: what points are worth: `concave` (cautious), `linear` (indifferent to risk),
            `convex` (bold), `exponential:risk_tolerance=100`, `logarithmic:wealth=1000`,
            `s_shaped:reference=0`, or a function of the points.
        risk_tolerance: that of a concave, convex or exponential utility, in points; the smaller,
            the more cautious or bold.

    Raises ValueError for an unknown utility, or a function that falls.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: str | Mapping[str, float] | Evaluate | None = None,
        ghosts: Model | Sequence[Model] = "chance",
        utility: str | Sequence[str] | Utility | Callable[[float], float] = "concave",
        risk_tolerance: float = RISK_TOLERANCE,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        self.layers = Layers(ghosts)
        self.utility = utility_named(utility, risk_tolerance=risk_tolerance)

    def act(self, state: GameState) -> Any:
        action = super().act(state)
        equivalents = self.report.values
        self.report.action_details = {
            "expected utility": {each: self.utility(equivalents[each]) for each in equivalents},
            "certainty equivalent": equivalents,
        }
        return action

    def value(self, state: GameState, plies: int) -> float:
        """Certainty equivalent of `state` for MAX, in points, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        match self.layers.of(state):
            case "max":
                return max(self.action_values(state, plies).values())
            case "min":
                return min(self.action_values(state, plies).values())
            case distribution:
                return self.utility.certainty_equivalent(
                    [
                        (probability, self.value(state.successor(action), plies - 1))
                        for action, probability in distribution.items()
                        if probability > 0
                    ]
                )

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:  # noqa: ARG002
        """Only `action`: chance players have no best reply."""
        return [action]
