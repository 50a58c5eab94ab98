"""Mistakes in alpha-beta pruning."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.reference_search import EqualityPruning, ReferenceSearch

from ..mistake import form_of, mistake, variation
from .textbook import ALPHA_BETA

pruning_mistake = partial(mistake, "alpha_beta", section=ALPHA_BETA)


class FailHard(ReferenceSearch):
    """Returns the bound if the value is outside of the bounds."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return min(max(alpha, super().max_value(state, plies, alpha, beta)), beta)

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return max(min(beta, super().min_value(state, plies, alpha, beta)), alpha)


class KeepsFirst(ReferenceSearch):
    """Of equal actions it chooses the one that it tried first, whose value is no bound."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        return super().best_actions(state, values)[:1]


ON_EQUALITY_ALREADY = (EqualityPruning, KeepsFirst)
"""Variations that prune on equality already, so that they aren't varied in this way once more."""
MAX_ON_EQUALITY = variation(max_prunes=EqualityPruning.max_prunes)
MIN_ON_EQUALITY = variation(min_prunes=EqualityPruning.min_prunes)

PRUNES_ON_EQUALITY = pruning_mistake(
    title="prunes on equality, as the book does",
    thought="An equal value can't change the best value.",
    hint="Which branches may be pruned here? One with a value that equals a bound is searched on.",
    remark=True,
).named(
    PrunesOnEquality=variation(KeepsFirst, EqualityPruning),
    MaxPrunesOnEquality=variation(KeepsFirst, MAX_ON_EQUALITY),
    MinPrunesOnEquality=variation(KeepsFirst, MIN_ON_EQUALITY),
)
TAKES_PRUNED_FOR_TIE = pruning_mistake(
    title="takes a pruned branch for a tie at the root",
    thought="Actions with equal values are equally good.",
    hint="A pruned branch that returns what the best action is worth may be worth less. Which of"
    " two equal values does your root keep?",
).named(
    TakesPrunedForTie=EqualityPruning,
    TakesMinPrunedForTie=MIN_ON_EQUALITY,
    TakesBoundForTie=FailHard,
)

Update = Callable[[float, float, float, float], tuple[float, float]]
"""Alpha and beta after an action: from both, the best value so far, and the last one."""


def raised(alpha: float, beta: float, best: float, _value: float) -> tuple[float, float]:
    return max(alpha, best), beta


def lowered(alpha: float, beta: float, best: float, _value: float) -> tuple[float, float]:
    return alpha, min(beta, best)


def nothing(alpha: float, beta: float, _best: float, _value: float) -> tuple[float, float]:
    return alpha, beta


def both(alpha: float, beta: float, best: float, _value: float) -> tuple[float, float]:
    return max(alpha, best), min(beta, best)


def updates(in_max: Update = raised, in_min: Update = lowered) -> type[ReferenceSearch]:
    """A search that updates the bounds in this way in MAX and MIN layers below the root."""

    class Updates(ReferenceSearch):
        def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            best = self.max_start()
            for action in self.actions(state):
                value = self.successor_value(state, action, plies, alpha, beta)
                best = max(best, value)
                if self.max_prunes(best, alpha, beta):
                    return self.max_pruned(best, alpha, beta)
                alpha, beta = in_max(alpha, beta, best, value)
            return best

        def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            best = self.min_start()
            for action in self.actions(state):
                value = self.successor_value(state, action, plies, alpha, beta)
                best = min(best, value)
                if self.min_prunes(best, alpha, beta):
                    return self.min_pruned(best, alpha, beta)
                alpha, beta = in_min(alpha, beta, best, value)
            return best

    return Updates


ROOT_NOT_RAISED = variation(root_raised=lambda _, alpha, _value: alpha)
UPDATES = (
    *pruning_mistake(
        title="prunes nothing",
        thought="The bounds are passed on, so branches are pruned.",
        hint="Where does your search stop trying actions early? Check that this is ever reached.",
    ).named(PrunesNothing=variation(max_prunes=lambda *_: False, min_prunes=lambda *_: False)),
    *pruning_mistake(
        title="doesn't raise alpha at the root",
        thought="Alpha and beta are updated inside the recursion.",
        hint="The root is a MAX layer, too. Which alpha does its second action start with?",
    ).named(
        RootAlphaNotRaised=ROOT_NOT_RAISED,
        AlphaNeverRaised=variation(ROOT_NOT_RAISED, updates(nothing)),
    ),
    *pruning_mistake(
        title="doesn't raise alpha below the root",
        thought="Alpha belongs to the root.",
        hint="Every MAX layer has a best value so far. Does it reach the MIN layers below?",
    ).named(AlphaNotRaised=updates(nothing), BoundsNeverChange=updates(nothing, nothing)),
    *pruning_mistake(
        title="doesn't lower beta, so MAX layers prune nothing",
        thought="It is enough that MIN layers compare with alpha.",
        hint="Which of your lines change beta, and which layers prune with it?",
    ).named(BetaNotLowered=updates(in_min=nothing)),
    *pruning_mistake(
        name="sets_wrong_bound",
        title="sets alpha or beta to a wrong value",
        thought="Each layer keeps alpha and beta up to date.",
        hint="Alpha is the best value that MAX is sure of, and beta that of MIN. Which of the two"
        " may a layer change, and what if an action is worse than the one before?",
    ).named(
        MinRaisesAlpha=updates(in_min=raised),
        MaxLowersBeta=updates(lowered),
        EachChangesTheOther=updates(lowered, raised),
        MinChangesBoth=updates(in_min=both),
        MaxChangesBoth=updates(both),
        BothChangeBoth=updates(both, both),
        AlphaIsLastValue=updates(lambda _, beta, _best, value: (value, beta)),
        RootAlphaIsLastValue=variation(root_raised=lambda _, _alpha, value: value),
        BoundsAreLastValues=updates(
            lambda _, beta, _best, value: (value, beta),
            lambda alpha, _, _best, value: (alpha, value),
        ),
    ),
)


def swaps_bounds(where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    class SwapsWhere(ReferenceSearch):
        def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
            bounds = bounds[::-1] if where(state) else bounds
            return super().successor_value(state, action, plies, *bounds)

    return SwapsWhere


MAX_WITH_ALPHA = {"max_prunes": lambda _, best, alpha, _beta: best > alpha}
MIN_WITH_BETA = {"min_prunes": lambda _, best, _alpha, beta: best < beta}
SWAPS_BOUNDS = pruning_mistake(
    title="mixes up alpha and beta",
    thought="My opponent's alpha is my beta.",
    hint="A MAX layer can stop when MIN has something lower further up: which bound is that? Are"
    " the bounds in the same order in calls and definitions?",
).named(
    SwapsBounds=swaps_bounds(lambda _: True),
    SwapsBoundsAtRoot=swaps_bounds(lambda state: not state.path),
    SwapsBoundsBelowRoot=swaps_bounds(lambda state: bool(state.path)),
    MaxSwapsBounds=swaps_bounds(lambda state: state.path and state.to_move == 0),
    GhostsSwapBounds=swaps_bounds(lambda state: state.to_move > 0),
    ComparesWithOwnBound=variation(**MAX_WITH_ALPHA, **MIN_WITH_BETA),
    StopsOutsideOfOwnBound=variation(
        max_prunes=lambda _, best, alpha, _beta: best < alpha,
        min_prunes=lambda _, best, _alpha, beta: best > beta,
    ),
    MaxComparesWithAlpha=variation(**MAX_WITH_ALPHA),
    MinComparesWithBeta=variation(**MIN_WITH_BETA),
    MaxStopsBelowAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best < alpha),
    MaxStopsUpToAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best <= alpha),
    MinStopsFromBeta=variation(min_prunes=lambda _, best, _alpha, beta: best >= beta),
    MaxStopsFromAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best >= alpha),
    MinStopsUpToBeta=variation(min_prunes=lambda _, best, _alpha, beta: best <= beta),
)


@pruning_mistake(
    title="shares alpha and beta among branches",
    thought="There is one alpha and one beta for the whole search.",
    hint="What one branch learns doesn't hold in the next. Which calls share your bounds?",
)
class SharesBounds(ReferenceSearch):
    def root_bounds(self) -> tuple[float, float]:
        self.alpha, self.beta = super().root_bounds()
        return self.alpha, self.beta

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:  # noqa: ARG002
        return super().value(state, plies, self.alpha, self.beta)

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return super().max_prunes(best, self.alpha, self.beta)

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return super().min_prunes(best, self.alpha, self.beta)

    def root_raised(self, alpha: float, value: float) -> float:
        return self.raised(alpha, value)

    def raised(self, alpha: float, best: float) -> float:  # noqa: ARG002
        self.alpha = super().raised(self.alpha, best)
        return self.alpha

    def lowered(self, beta: float, best: float) -> float:  # noqa: ARG002
        self.beta = super().lowered(self.beta, best)
        return self.beta


@form_of(SharesBounds)
class SharesBoundsAndComparesThem(SharesBounds):
    """Changes the bounds before it compares them."""

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return super().max_prunes(self.raised(alpha, best), alpha, beta)

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return super().min_prunes(self.lowered(beta, best), alpha, beta)


SHARES_BOUNDS = form_of(SharesBounds).named(
    SharesBoundsBelowRoot=variation(ROOT_NOT_RAISED, SharesBounds),
    SharesBoundsBelowRootAndComparesThem=variation(ROOT_NOT_RAISED, SharesBoundsAndComparesThem),
)
MAX_RETURNS_ALPHA = {"max_pruned": lambda _, _best, alpha, _beta: alpha}
MIN_RETURNS_BETA = {"min_pruned": lambda _, _best, _alpha, beta: beta}
RETURNS_OTHER_BOUND = pruning_mistake(
    title="doesn't return the value that it prunes on",
    thought="After a cut, it doesn't matter what is returned.",
    hint="A layer is left because of a value. Is that value what it returns?",
).named(
    ReturnsOtherBound=variation(**MAX_RETURNS_ALPHA, **MIN_RETURNS_BETA),
    MaxReturnsAlpha=variation(**MAX_RETURNS_ALPHA),
    MinReturnsBeta=variation(**MIN_RETURNS_BETA),
)
