"""Expectimax over a utility of the score: cautious and bold players. Russell and Norvig,
*Artificial Intelligence: A Modern Approach*, 4th edition, sections 16.2 and 16.3.

The utility of x points is exponential: 1 - exp(-x / R) is concave, for a cautious player, and
exp(x / R) - 1 is convex, for a bold one. R, the risk tolerance, is in points: with a large R both
come near to x / R, which only averages the points.

The certainty equivalent of a lottery is the sure number of points with the same utility. The search
backs up certainty equivalents instead of utilities. That changes no choice, since a utility grows
with the points, and it keeps apart scores whose utilities are too close for a float.
"""

from collections.abc import Mapping, Sequence
from math import exp, expm1, isinf, log, log1p
from typing import Any

from pacgrid.layers import Layers, Model
from pacgrid.search import Evaluate, GameState, Searcher

SIGNS = {"concave": -1, "linear": 0, "convex": 1}
"""By utility: the sign of its second derivative."""
MOST = 700
"""The largest exponent; exp of much more is no float."""


class ExpectedUtility(Searcher):
    """Plays the action with the highest expected utility of the score.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: models of the ghosts, or `min` or `max`; as in expectiminimax.
        utility: `concave` (cautious), `linear` (indifferent to risk) or `convex` (bold).
        risk_tolerance: R, in points; the smaller, the more cautious or bold.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: str | Mapping[str, float] | Evaluate | None = None,
        ghosts: Model | Sequence[Model] = "chance",
        utility: str = "concave",
        risk_tolerance: float = 100,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        if utility not in SIGNS:
            raise ValueError(f"no utility {utility!r:.40}; choose {', '.join(SIGNS)}")
        if not isinstance(risk_tolerance, int | float) or not risk_tolerance > 0:
            raise ValueError(f"risk_tolerance must be points above 0, not {risk_tolerance!r:.40}")
        self.layers = Layers(ghosts)
        self.rate = SIGNS[utility] / risk_tolerance

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
                return self.certainty_equivalent(
                    [
                        (probability, self.value(state.successor(action), plies - 1))
                        for action, probability in distribution.items()
                        if probability > 0
                    ]
                )

    def utility(self, points: float) -> float:
        """The utility of a score; `points` itself if it is linear."""
        if not self.rate:
            return points
        exponent = min(self.rate * points, MOST)
        return expm1(exponent) if self.rate > 0 else -expm1(exponent)

    def certainty_equivalent(self, lottery: Sequence[tuple[float, float]]) -> float:
        """The sure points that are worth as much as these `(probability, points)`."""
        if not self.rate:
            return sum(probability * points for probability, points in lottery)
        most = max(self.rate * points for _, points in lottery)  # so that exp can't overflow
        if isinf(most):
            return most / self.rate
        exponents = [(probability, self.rate * points - most) for probability, points in lottery]
        mean = sum(probability * expm1(exponent) for probability, exponent in exponents)
        if mean > -0.5:
            return (most + log1p(mean)) / self.rate
        return (most + log(sum(p * exp(exponent) for p, exponent in exponents))) / self.rate

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:  # noqa: ARG002
        """Only `action`: chance players have no best reply."""
        return [action]
