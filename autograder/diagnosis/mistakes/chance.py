"""Mistakes in the chance layers of expectimax."""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from statistics import fmean, median
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.reference_search import EqualityPruning, ReferenceSearch, RightAlphaBeta

from ..mistake import layer_is, mistake, variation
from .textbook import CHANCE

chance_mistake = partial(mistake, "expectimax", section=CHANCE)


def means(mean: Callable[[Sequence[float]], float]) -> type[ReferenceSearch]:
    """A search with another mean."""
    return variation(mean=lambda _, _state, values: mean(values))


def divides_by(divisor: Callable[[Any, Sequence[float]], float]) -> type[ReferenceSearch]:
    """The number comes from the state and the values of its actions."""
    return variation(mean=lambda _, state, values: sum(values) / divisor(state, values))


class DividesByPacmansActions(ReferenceSearch):
    def action_values(self, state: Any) -> dict[Action, float]:
        self.divisor = len(self.actions(state))
        return super().action_values(state)

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        return sum(values) / self.divisor


def worst_weighs(weight: float) -> type[ReferenceSearch]:
    """The lowest value has that weight, and the others the rest."""

    def mean(values: Sequence[float]) -> float:
        lowest, *others = sorted(values)
        return weight * lowest + (1 - weight) * fmean(others) if others else lowest

    return means(mean)


MEANS = (
    *chance_mistake(
        title="sums the values of a chance layer instead of averaging them",
        thought="The expected value is the sum over all actions.",
        hint="Each action counts by its probability. What do the probabilities add up to?",
    ).named(Sums=means(sum)),
    *chance_mistake(
        name="divides_by_other_number",
        title="divides by a number that isn't that of the ghost's legal actions",
        hint="A ghost in a corridor has fewer choices than one at a crossing. Whose actions do you"
        " count before you divide?",
    ).named(
        **{f"DividesBy{number}": divides_by(lambda *_, n=number: n) for number in (2, 3, 4, 5)},
        DividesByOneMore=divides_by(lambda _, values: len(values) + 1),
        DividesByGhosts=divides_by(lambda state, _: state.num_agents - 1),
        DividesByAgents=divides_by(lambda state, _: state.num_agents),
        DividesByPacmansActions=DividesByPacmansActions,
    ),
    *chance_mistake(
        name="weighs_unequally",
        title="doesn't give all actions of a ghost the same weight",
        hint="Average 0, 0 and 9 by hand, then step by step as your code does it. Does each action"
        " of the ghost count the same?",
    ).named(
        AveragesAsItGoes=means(partial(reduce, lambda mean, value: (mean + value) / 2)),
        AveragesFromZero=means(
            lambda values: reduce(lambda mean, value: (mean + value) / 2, values, 0.0)
        ),
        DividesInLoop=means(
            lambda values: reduce(lambda total, value: (total + value) / len(values), values, 0.0)
        ),
        WeighsWorstMore=worst_weighs(0.5),
        WeighsWorstMuchMore=worst_weighs(0.8),
        TakesMedian=means(median),
        CountsEqualValuesOnce=means(lambda values: fmean({*values})),
        MeanOfExtremes=means(lambda values: (min(values) + max(values)) / 2),
        KeepsLastShare=means(lambda values: values[-1] / len(values)),
        KeepsFirstShare=means(lambda values: values[0] / len(values)),
        KeepsHighestShare=means(lambda values: max(values) / len(values)),
    ),
    *chance_mistake(
        name="takes_minimum",
        title="takes the minimum where a ghost moves, as minimax does",
        thought="The ghosts choose what is worst for Pac-Man.",
        hint="Here all ghosts choose at random. Then what is the value of a chance layer, and which"
        " layers of your search don't average?",
    ).named(
        TakesMinimum=variation(ghosts="min"),
        TakesMinimumAndPrunes=variation(RightAlphaBeta, ghosts="min"),
        TakesMinimumAndPrunesOnEquality=variation(EqualityPruning, ghosts="min"),
        LastGhostMinimises=layer_is("min", lambda state: state.to_move == state.num_agents - 1),
        LaterGhostsMinimise=layer_is("min", lambda state: state.to_move >= 2),
        OnlyLastGhostIsRandom=layer_is(
            "min", lambda state: 0 < state.to_move < state.num_agents - 1
        ),
    ),
)
