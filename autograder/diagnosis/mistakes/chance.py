"""Mistakes in the chance layers of expectimax."""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from math import inf
from statistics import fmean, median
from typing import Any

from pacgrid.action import Action

from ..mistake import changed, form_of, layer_is, mistake, variation
from ..reference import ReferenceSearch, RightAlphaBeta
from .pruning import EqualityPruning
from .textbook import CHANCE

chance_mistake = partial(mistake, "expectimax", section=CHANCE)

MEANS = (
    *chance_mistake(
        title="sums the values of a chance layer instead of averaging them",
        thought="The expected value is the sum over all actions.",
        hint="Each action counts by its probability. What do the probabilities add up to?",
    ).named(Sums=variation(mean=lambda _, _state, values: sum(values))),
    *chance_mistake(
        title="multiplies by the number of actions where it should divide",
        thought="Each value counts once for each action.",
        hint="Compute the mean of 2 and 4 by hand, then with your code.",
    ).named(
        MultipliesByActions=variation(mean=lambda _, _state, values: sum(values) * len(values))
    ),
    *chance_mistake(
        title="rounds its averages to whole numbers",
        thought="Scores are whole numbers, so averages are, too.",
        hint="What is the mean of 1 and 2? Check which division you use.",
    ).named(
        RoundsMean=variation(mean=lambda _, _state, values: sum(values) // len(values)),
        RoundsMeanToNearest=changed(mean=lambda mean, *_: round(mean)),
        TruncatesMean=changed(mean=lambda mean, *_: int(mean)),
    ),
    *chance_mistake(
        title="averages only the lowest and the highest value",
        thought="The mean lies half-way between the two ends.",
        hint="Average 0, 0 and 9 by hand, then with your code.",
    ).named(
        MeanOfExtremes=variation(mean=lambda _, _state, values: (min(values) + max(values)) / 2)
    ),
    *chance_mistake(
        title="takes the median of a chance layer",
        thought="The value in the middle is the one to expect.",
        hint="Average 0, 0 and 9 by hand, then with your code.",
    ).named(TakesMedian=variation(mean=lambda _, _state, values: median(values))),
    *chance_mistake(
        title="counts equal values of a chance layer only once",
        thought="A set of values has all values.",
        hint="Two actions of a ghost may lead to the same value. How often does it count?",
    ).named(
        CountsEqualValuesOnce=variation(mean=lambda _, _state, values: fmean({*values})),
        CountsEqualValuesOnceOfAll=variation(
            mean=lambda _, _state, values: sum({*values}) / len(values)
        ),
    ),
    *chance_mistake(
        title="begins the sum of a chance layer with an infinite value",
        thought="A value starts at minus infinity.",
        hint="What is the sum of −∞ and any number? What should a sum start with?",
    ).named(
        SumStartsAtMinusInfinity=variation(mean=lambda *_: -inf),
        SumStartsAtInfinity=variation(mean=lambda *_: inf),
    ),
    *chance_mistake(
        title="keeps only one action's share of a chance layer",
        thought="Each action's value is multiplied by its probability.",
        hint="A chance layer adds up the shares of all actions. Which of them are in your result?",
    ).named(
        KeepsLastShare=variation(mean=lambda _, _state, values: values[-1] / len(values)),
        KeepsFirstShare=variation(mean=lambda _, _state, values: values[0] / len(values)),
        KeepsHighestShare=variation(mean=lambda _, _state, values: max(values) / len(values)),
        KeepsLowestShare=variation(mean=lambda _, _state, values: min(values) / len(values)),
    ),
)


@form_of(MEANS[-4])
class ReturnsFirstShare(ReferenceSearch):
    """Leaves the loop after the first action."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        actions = self.actions(state)
        return self.successor_value(state, actions[0], plies, alpha, beta) / len(actions)


@chance_mistake(
    title="takes the probability of a move from the state after it",
    thought="The number of actions is that of the state at hand.",
    hint="Which state's actions do you count: the one in which the ghost chooses, or the next?",
)
class SharesOfSuccessors(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.actions_after = len(self.order(state))
        count = self.actions_after
        value = super().value(state, plies, alpha, beta)
        self.actions_after = count
        return value

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        total = 0.0
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            total += value / (self.actions_after or 1)
        return total


@chance_mistake(
    title="divides by the same number in every chance layer",
    thought="Every ghost has the same number of actions.",
    hint="A ghost in a corridor has fewer choices than one at a crossing. What do you divide by?",
)
class DividesBy4(ReferenceSearch):
    divisor = 4

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        return sum(values) / self.divisor


def divides_by(divisor: Callable[[Any, Sequence[float]], int]) -> type[ReferenceSearch]:
    """The number comes from the state and the values of its actions."""
    return variation(mean=lambda _, state, values: sum(values) / divisor(state, values))


DIVIDES_BY_4 = form_of(DividesBy4).named(
    DividesBy2=variation(DividesBy4, divisor=2),
    DividesBy3=variation(DividesBy4, divisor=3),
    DividesByGhosts=divides_by(lambda state, _: state.num_agents - 1),
    DividesByAgents=divides_by(lambda state, _: state.num_agents),
)


class StaysAtWall(ReferenceSearch):
    """A direction that is not legal has the score of the state itself."""

    def mean(self, state: Any, values: Sequence[float]) -> float:
        walls = max(0, 4 - len(values))
        return (sum(values) + walls * self.wall_value(state)) / (len(values) + walls)

    def wall_value(self, state: Any) -> float:
        return float(state.score)


COUNTS_ILLEGAL = chance_mistake(
    title="counts illegal actions when it averages",
    thought="There are five actions, and each has the same probability.",
    hint="Can the ghost take all the actions that you divide by?",
).named(
    DividesByAllActions=variation(DividesBy4, divisor=len(Action)),
    DividesByOneMore=divides_by(lambda _, values: len(values) + 1),
    StaysAtWalls=StaysAtWall,
    StaysAtWallsAndEvaluates=variation(
        StaysAtWall, wall_value=lambda search, state: search.evaluate(state)
    ),
)


@chance_mistake(
    title="divides by the number of Pac-Man's actions",
    thought="The number of actions is known from the root.",
    hint="Whose legal actions do you count before you divide?",
)
class DividesByPacmansActions(ReferenceSearch):
    def action_values(self, state: Any) -> dict[Action, float]:
        self.divisor = len(self.actions(state))
        return super().action_values(state)

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        return sum(values) / self.divisor


@chance_mistake(
    title="averages as it goes, so that later actions count more",
    thought="The mean of the mean so far and the next value is the new mean.",
    hint="Average 0, 0 and 9 by hand, step by step as your code does it. Is it 3?",
)
class AveragesAsItGoes(ReferenceSearch):
    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        return reduce(lambda mean, value: (mean + value) / 2, values)


AVERAGES_FROM_ZERO = form_of(AveragesAsItGoes).named(
    AveragesAsItGoesFromZero=variation(
        mean=lambda _, _state, values: reduce(lambda mean, value: (mean + value) / 2, values, 0.0)
    ),
    DividesInLoop=variation(
        mean=lambda _, _state, values: reduce(
            lambda total, value: (total + value) / len(values), values, 0.0
        )
    ),
)


MIN_LAYERS = (
    *chance_mistake(
        title="takes the minimum where ghosts move, as minimax does",
        thought="The ghosts choose what is worst for Pac-Man.",
        hint="Here the ghosts choose at random. Then what is the value of a chance layer?",
    ).named(TakesMinimum=variation(ghosts="min")),
    *chance_mistake(
        title="takes the minimum where the last ghost moves",
        thought="The last layer before Pac-Man's next turn is a MIN layer.",
        hint="All ghosts choose at random. Which layers of your search don't average?",
    ).named(
        LastGhostMinimises=layer_is("min", lambda state: state.to_move == state.num_agents - 1),
        LaterGhostsMinimise=layer_is("min", lambda state: state.to_move >= 2),
    ),
    *chance_mistake(
        title="averages only where the last ghost moves",
        thought="Chance comes in once, just before Pac-Man's turn.",
        hint="Every ghost chooses at random. Which layers of your search don't average?",
    ).named(
        OnlyLastGhostIsRandom=layer_is(
            "min", lambda state: 0 < state.to_move < state.num_agents - 1
        )
    ),
)
TAKES_MINIMUM_AND_PRUNES = form_of(MIN_LAYERS[0]).named(
    TakesMinimumAndPrunes=variation(RightAlphaBeta, ghosts="min"),
    TakesMinimumAndPrunesOnEquality=variation(EqualityPruning, ghosts="min"),
)


@chance_mistake(
    title="averages over all ghosts at once",
    thought="All combinations of the ghosts' moves are equally likely.",
    hint="If the first ghost's move leaves the second fewer choices, is each combination still as"
    " likely?",
)
class AveragesAllGhostsAtOnce(ReferenceSearch):
    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values = self.joint_values(state, plies, alpha, beta)
        return sum(values) / len(values)

    def joint_values(self, state: Any, plies: int, alpha: float, beta: float) -> list[float]:
        """The values after all ghosts have moved."""
        values = []
        for action in self.actions(state):
            after = state.successor(action)
            if after.to_move and plies > 1 and not self.is_terminal(after):
                values += self.joint_values(after, plies - 1, alpha, beta)
            else:
                values.append(self.value(after, plies - 1, alpha, beta))
        return values


@chance_mistake(
    title="doesn't give all actions of a ghost the same weight",
    thought="Ghosts prefer some of their actions.",
    hint="How likely is each action of a ghost that chooses at random? Compare with your weights.",
)
class WeighsWorstMore(ReferenceSearch):
    worst = 0.5

    def mean(self, state: Any, values: Sequence[float]) -> float:
        lowest, *others = sorted(values)
        rest = super().mean(state, others) if others else lowest
        return self.worst * lowest + (1 - self.worst) * rest


WEIGHS_WORST_MUCH_MORE = form_of(WeighsWorstMore).named(
    WeighsWorstMuchMore=variation(WeighsWorstMore, worst=0.8)
)


@form_of(WeighsWorstMore)
class HalvesWeights(ReferenceSearch):
    """Each action has half the weight of the one before."""

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        weights = [2.0**-number for number in range(len(values))]
        weighed = (weight * value for weight, value in zip(weights, values, strict=True))
        return sum(weighed) / sum(weights)


@chance_mistake(
    title="prunes in chance layers",
    thought="What alpha-beta may leave out, expectimax may leave out, too.",
    hint="A chance layer that starts badly can still end well. What would you have to know about"
    " the values to come?",
)
class PrunesOnMean(ReferenceSearch):
    """Stops when the mean so far is below alpha."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values: list[float] = []
        for action in self.actions(state):
            values.append(self.successor_value(state, action, plies, alpha, beta))
            if self.mean(state, values) < alpha:
                break
        return self.mean(state, values)


@form_of(PrunesOnMean)
class PrunesOnLowValue(ReferenceSearch):
    """Stops when a value is below alpha, and returns it."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values: list[float] = []
        for action in self.actions(state):
            values.append(self.successor_value(state, action, plies, alpha, beta))
            if values[-1] < alpha:
                return values[-1]
        return self.mean(state, values)


@form_of(PrunesOnMean)
class PrunesOnSum(ReferenceSearch):
    """Stops when the sum so far of the values by their probabilities is below alpha."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        actions, total = self.actions(state), 0.0
        for action in actions:
            value = self.successor_value(state, action, plies, alpha, beta)
            total += value / len(actions)
            if total < alpha:
                break
        return total


@form_of(PrunesOnMean)
class PrunesUpToMean(ReferenceSearch):
    """Stops when the mean so far is not above alpha."""

    hands_alpha_down = True

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values: list[float] = []
        below = alpha if self.hands_alpha_down else -inf
        for action in self.actions(state):
            values.append(self.successor_value(state, action, plies, below, beta))
            if self.mean(state, values) <= alpha:
                break
        return self.mean(state, values)


UP_TO_MEAN = form_of(PrunesOnMean).named(
    PrunesUpToMeanBelowMax=variation(PrunesUpToMean, hands_alpha_down=False)
)


@form_of(PrunesOnMean)
class PrunesUpToSum(ReferenceSearch):
    """Stops when the sum so far of the values by their probabilities is not above alpha."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        actions, total = self.actions(state), 0.0
        for action in actions:
            value = self.successor_value(state, action, plies, alpha, beta)
            total += value / len(actions)
            if total <= alpha:
                break
        return total


@form_of(PrunesOnMean)
class PrunesOnLowestValue(ReferenceSearch):
    """Stops when a value is not above alpha, and averages what it has."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values: list[float] = []
        for action in self.actions(state):
            values.append(self.successor_value(state, action, plies, alpha, beta))
            if values[-1] <= alpha:
                break
        return self.mean(state, values)


@form_of(PrunesOnMean)
class PrunesInMaxLayers(ReferenceSearch):
    """Lowers beta in chance layers, and stops in MAX layers that are above it."""

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        values: list[float] = []
        for action in self.actions(state):
            values.append(self.successor_value(state, action, plies, alpha, beta))
            beta = min(beta, values[-1])
        return self.mean(state, values)

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return inf > best > beta
