"""Mistakes in alpha-beta pruning."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from pacgrid.action import Action

from ..mistake import form_of, mistake, variation
from ..path import Path
from ..reference import ReferenceSearch
from .textbook import ALPHA_BETA, MOVE_ORDER

pruning_mistake = partial(mistake, "alpha_beta", section=ALPHA_BETA)


PRUNES_NOTHING = pruning_mistake(
    title="prunes nothing",
    thought="The bounds are passed on, so branches are pruned.",
    hint="Where does your search stop trying actions early? Check that this is ever reached.",
).named(PrunesNothing=variation(max_prunes=lambda *_: False, min_prunes=lambda *_: False))


class EqualityPruning(ReferenceSearch):
    """Prunes on equality, as figure 5.7 of the book does."""

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best >= beta

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best <= alpha


class FailHard(ReferenceSearch):
    """Returns the bound if the value is outside of the bounds."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return min(max(alpha, super().max_value(state, plies, alpha, beta)), beta)

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return max(min(beta, super().min_value(state, plies, alpha, beta)), alpha)


class OwnFailHard(FailHard):
    """MAX returns its alpha, and MIN its beta."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return max(alpha, ReferenceSearch.max_value(self, state, plies, alpha, beta))

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return min(beta, ReferenceSearch.min_value(self, state, plies, alpha, beta))


class KeepsFirst(ReferenceSearch):
    """Of equal actions it chooses the one that it tried first, whose value is no bound."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        return super().best_actions(state, values)[:1]


ON_EQUALITY_ALREADY = (EqualityPruning, KeepsFirst)
"""What isn't varied once more so that it prunes on equality."""
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
RETURNS_BOUND = pruning_mistake(
    title="returns a bound where it prunes, as fail-hard alpha-beta does",
    thought="When a branch is pruned, its value doesn't matter any more.",
    hint="That is right. The value of a pruned branch is only a bound.",
    remark=True,
).named(
    ReturnsBound=variation(KeepsFirst, FailHard),
    ReturnsOwnBound=variation(KeepsFirst, OwnFailHard),
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
    TakesOwnBoundForTie=OwnFailHard,
)


@pruning_mistake(
    title="doesn't raise alpha at the root",
    thought="Alpha and beta are updated inside the recursion.",
    hint="The root is a MAX layer, too. Which alpha does its second action start with?",
)
class RootAlphaNotRaised(ReferenceSearch):
    def root_raised(self, alpha: float, value: float) -> float:  # noqa: ARG002
        return alpha


@pruning_mistake(
    title="doesn't raise alpha below the root",
    thought="Alpha belongs to the root.",
    hint="Every MAX layer has a best value so far. Does it reach the MIN layers below?",
)
class AlphaNotRaised(ReferenceSearch):
    def raised(self, alpha: float, best: float) -> float:  # noqa: ARG002
        return alpha


@pruning_mistake(
    title="never raises alpha, so MIN layers prune nothing",
    thought="It is enough that MAX layers compare with beta.",
    hint="Which of your lines change alpha, and which layers prune with it?",
)
class AlphaNeverRaised(RootAlphaNotRaised, AlphaNotRaised):
    pass


@pruning_mistake(
    title="doesn't lower beta, so MAX layers prune nothing",
    thought="It is enough that MIN layers compare with alpha.",
    hint="Which of your lines change beta, and which layers prune with it?",
)
class BetaNotLowered(ReferenceSearch):
    def lowered(self, beta: float, best: float) -> float:  # noqa: ARG002
        return beta


@pruning_mistake(
    title="updates alpha from beta, or beta from alpha",
    thought="A bound is the best of the other bound and the new value.",
    hint="Read your updates of alpha and beta aloud: which of the two stands on each side?",
)
class BetaFromAlpha(ReferenceSearch):
    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.min_start()
        for action in self.actions(state):
            best = min(best, self.successor_value(state, action, plies, alpha, beta))
            if self.min_prunes(best, alpha, beta):
                return best
            beta = min(alpha, best)
        return best


@form_of(BetaFromAlpha)
class AlphaFromBeta(ReferenceSearch):
    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.max_start()
        for action in self.actions(state):
            best = max(best, self.successor_value(state, action, plies, alpha, beta))
            if self.max_prunes(best, alpha, beta):
                return best
            alpha = max(beta, best)
        return best


BOTH_FROM_THE_OTHER = form_of(BetaFromAlpha).named(
    EachBoundFromTheOther=variation(BetaFromAlpha, max_value=AlphaFromBeta.max_value)
)

Update = Callable[[float, float, float], tuple[float, float]]
"""Alpha and beta after an action: from alpha, beta, and the best value so far."""


def max_updates(update: Update) -> type[ReferenceSearch]:
    class MaxUpdates(ReferenceSearch):
        def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            best = self.max_start()
            for action in self.actions(state):
                best = max(best, self.successor_value(state, action, plies, alpha, beta))
                if self.max_prunes(best, alpha, beta):
                    return self.max_pruned(best, alpha, beta)
                alpha, beta = update(alpha, beta, best)
            return best

    return MaxUpdates


def min_updates(update: Update) -> type[ReferenceSearch]:
    class MinUpdates(ReferenceSearch):
        def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            best = self.min_start()
            for action in self.actions(state):
                best = min(best, self.successor_value(state, action, plies, alpha, beta))
                if self.min_prunes(best, alpha, beta):
                    return self.min_pruned(best, alpha, beta)
                alpha, beta = update(alpha, beta, best)
            return best

    return MinUpdates


class RootLowersBeta(ReferenceSearch):
    """Besides alpha."""

    def action_values(self, state: Any) -> dict[Action, float]:
        self.root_beta = inf
        return super().action_values(state)

    def root_raised(self, alpha: float, value: float) -> float:
        self.root_beta = min(self.root_beta, value)
        return super().root_raised(alpha, value)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        if not state.path:
            bounds = (bounds[0], self.root_beta)
        return super().successor_value(state, action, plies, *bounds)


MIN_RAISES_ALPHA = min_updates(lambda alpha, beta, best: (max(alpha, best), beta))
MAX_LOWERS_BETA = max_updates(lambda alpha, beta, best: (alpha, min(beta, best)))
MIN_CHANGES_BOTH = min_updates(lambda alpha, beta, best: (max(alpha, best), min(beta, best)))
MAX_CHANGES_BOTH = max_updates(lambda alpha, beta, best: (max(alpha, best), min(beta, best)))
CHANGES_THE_OTHER_BOUND = pruning_mistake(
    title="changes the bound of the other side",
    thought="Each layer keeps alpha and beta up to date.",
    hint="Alpha is what MAX is sure of, and beta what MIN is sure of. Which of the two may a layer"
    " change?",
).named(
    MinRaisesAlpha=MIN_RAISES_ALPHA,
    MaxLowersBeta=MAX_LOWERS_BETA,
    EachChangesTheOther=variation(MIN_RAISES_ALPHA, MAX_LOWERS_BETA),
    MinChangesBoth=MIN_CHANGES_BOTH,
    MaxChangesBoth=MAX_CHANGES_BOTH,
    BothChangeBoth=variation(MIN_CHANGES_BOTH, MAX_CHANGES_BOTH),
    RootLowersBeta=RootLowersBeta,
    MaxAndRootLowerBeta=variation(RootLowersBeta, MAX_LOWERS_BETA),
    AllChangeBoth=variation(RootLowersBeta, MIN_CHANGES_BOTH, MAX_CHANGES_BOTH),
)


@pruning_mistake(
    title="sets a bound to the last value, even if that is worse",
    thought="After each action, the bound is what the action is worth.",
    hint="A bound is the best value so far. What happens to yours when the second action is worse"
    " than the first?",
)
class BoundsAreLastValues(ReferenceSearch):
    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        value = super().successor_value(state, action, plies, *bounds)
        self.last = value
        return value

    def raised(self, alpha: float, best: float) -> float:  # noqa: ARG002
        return self.last

    def lowered(self, beta: float, best: float) -> float:  # noqa: ARG002
        return self.last


LAST_VALUES = form_of(BoundsAreLastValues).named(
    AlphaIsLastValue=variation(BoundsAreLastValues, lowered=ReferenceSearch.lowered),
    RootAlphaIsLastValue=variation(root_raised=lambda _, _alpha, value: value),
    AllBoundsAreLastValues=variation(
        BoundsAreLastValues, root_raised=lambda _, _alpha, value: value
    ),
)


@pruning_mistake(
    title="never changes alpha and beta below the root",
    thought="The bounds that a layer is given are those for the layers below.",
    hint="A layer learns something from each action it has tried. Which bound gets tighter then?",
)
class BoundsNeverChange(AlphaNotRaised, BetaNotLowered):
    pass


@pruning_mistake(
    title="forgets the bounds from further up",
    thought="A layer only needs to know the best value of the layer above.",
    hint="A MIN layer can be pruned by any MAX layer above it. Do both bounds reach every layer?",
)
class OnlyBoundFromAbove(ReferenceSearch):
    def successor_value(
        self, state: Any, action: Action, plies: int, alpha: float, beta: float
    ) -> float:
        alpha, beta = (alpha, inf) if self.layer(state) == "max" else (-inf, beta)
        return super().successor_value(state, action, plies, alpha, beta)

    def raised(self, alpha: float, best: float) -> float:  # noqa: ARG002
        return best

    def lowered(self, beta: float, best: float) -> float:  # noqa: ARG002
        return best


class ComparesBounds(ReferenceSearch):
    """Prunes when alpha is above beta: the same, as long as the bounds are right."""

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return super().max_prunes(max(alpha, best), alpha, beta)

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return super().min_prunes(min(beta, best), alpha, beta)


class PrunesAtRoot(ReferenceSearch):
    """Its root is a MAX layer like any other: the same, as long as beta is infinite there."""

    def root_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return self.max_prunes(best, alpha, beta)


def swaps_bounds(where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    class SwapsWhere(ReferenceSearch):
        def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
            bounds = bounds[::-1] if where(state) else bounds
            return super().successor_value(state, action, plies, *bounds)

    return SwapsWhere


def pacman_below_root(state: Any) -> bool:
    return bool(state.to_move == 0 and state.path)


def below_root_before_the_other_side(state: Any) -> bool:
    """Whether the next agent is on the other side, so that a negamax search changes the sign."""
    return bool(state.path and state.to_move in (0, state.num_agents - 1))


class SwapsInMinLayers(ReferenceSearch):
    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return super().min_value(state, plies, beta, alpha)


class ComparesLastValueWithBeta(ReferenceSearch):
    """One comparison for all layers: with beta, and of the last value instead of the best."""

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.min_start()
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            best = min(best, value)
            if value > beta:
                break
            beta = self.lowered(beta, best)
        return best


def last_value_prunes(**tests: Callable[[float, float, float], bool]) -> type[ReferenceSearch]:
    """Compares the last value, instead of the best, with alpha or beta."""

    class LastValuePrunes(ReferenceSearch):
        def successor_value(self, *arguments: Any) -> float:
            self.last = super().successor_value(*arguments)
            return self.last

    def method(test: Callable[[float, float, float], bool]) -> Callable[..., bool]:
        return lambda search, _best, alpha, beta: test(search.last, alpha, beta)

    return variation(LastValuePrunes, **{name: method(test) for name, test in tests.items()})


MAX_STOPS_WHILE_APART = {"max_prunes": lambda _, best, alpha, beta: max(best, alpha) < beta}
MIN_STOPS_WHILE_APART = {"min_prunes": lambda _, best, alpha, beta: alpha < min(best, beta)}
MAX_COMPARES_WITH_ALPHA = {"max_prunes": lambda _, best, alpha, _beta: best > alpha}
MIN_COMPARES_WITH_BETA = {"min_prunes": lambda _, best, _alpha, beta: best < beta}
MAX_COMPARES_WRONGLY = {"max_prunes": lambda _, best, _alpha, beta: best < beta}
MIN_COMPARES_WRONGLY = {"min_prunes": lambda _, best, alpha, _beta: best > alpha}
WRONG_COMPARISONS = (
    *pruning_mistake(
        title="swaps alpha and beta",
        thought="My opponent's alpha is my beta.",
        hint="Compare the order of the bounds where you call a function with the order where it is"
        " defined.",
    ).named(
        SwapsBounds=swaps_bounds(lambda _: True),
        # Nothing tells it from ComparesWithOwnBound: both prune by what the root's alpha is.
        SwapsBoundsAtRoot=swaps_bounds(lambda state: not state.path),
        SwapsBoundsBelowRoot=swaps_bounds(lambda state: bool(state.path)),
        MinSwapsBounds=SwapsInMinLayers,
        SwapsBoundsAndComparesThem=variation(ComparesBounds, swaps_bounds(lambda _: True)),
        MaxSwapsBounds=swaps_bounds(pacman_below_root),
        GhostsSwapBounds=swaps_bounds(lambda state: state.to_move > 0),
        LastGhostSwapsBounds=swaps_bounds(lambda state: state.to_move == state.num_agents - 1),
        NegatesBoundsBelowRoot=variation(
            RootAlphaNotRaised, swaps_bounds(below_root_before_the_other_side)
        ),
        NegatesBoundsBelowRootAndComparesThem=variation(
            RootAlphaNotRaised, ComparesBounds, swaps_bounds(below_root_before_the_other_side)
        ),
        MaxSwapsBoundsAndComparesThem=variation(ComparesBounds, swaps_bounds(pacman_below_root)),
    ),
    *pruning_mistake(
        title="compares with the wrong bound",
        thought="MAX has alpha, so it compares with alpha.",
        hint="A MAX layer can stop when MIN has something lower further up. Which bound is that?",
    ).named(
        ComparesWithOwnBound=variation(**MAX_COMPARES_WITH_ALPHA, **MIN_COMPARES_WITH_BETA),
        MaxComparesWithAlpha=variation(**MAX_COMPARES_WITH_ALPHA),
        MinComparesWithBeta=variation(**MIN_COMPARES_WITH_BETA),
        StopsOutsideOfOwnBound=variation(
            max_prunes=lambda _, best, alpha, _beta: best < alpha,
            min_prunes=lambda _, best, _alpha, beta: best > beta,
        ),
        AllCompareLastValueWithBeta=ComparesLastValueWithBeta,
        MaxStopsBelowAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best < alpha),
        MaxStopsUpToAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best <= alpha),
        MinStopsFromBeta=variation(min_prunes=lambda _, best, _alpha, beta: best >= beta),
        MaxStopsFromAlpha=variation(max_prunes=lambda _, best, alpha, _beta: best >= alpha),
        MinStopsUpToBeta=variation(min_prunes=lambda _, best, _alpha, beta: best <= beta),
        LastValueOfMaxBelowAlpha=last_value_prunes(max_prunes=lambda last, alpha, _: last < alpha),
        LastValueOfMaxUpToAlpha=last_value_prunes(max_prunes=lambda last, alpha, _: last <= alpha),
        LastValueOfMaxAboveAlpha=last_value_prunes(max_prunes=lambda last, alpha, _: last > alpha),
        LastValueOfMinAboveBeta=last_value_prunes(min_prunes=lambda last, _, beta: last > beta),
        LastValueOfMinFromBeta=last_value_prunes(min_prunes=lambda last, _, beta: last >= beta),
        LastValueOfMinBelowBeta=last_value_prunes(min_prunes=lambda last, _, beta: last < beta),
    ),
    *pruning_mistake(
        title="compares with the bounds the wrong way round",
        thought="MAX can stop once its value is small enough.",
        hint="Think of a MAX layer whose best value is far below beta. Is there a reason to stop?",
    ).named(
        ComparesTheWrongWay=variation(**MAX_COMPARES_WRONGLY, **MIN_COMPARES_WRONGLY),
        MaxComparesTheWrongWay=variation(**MAX_COMPARES_WRONGLY),
        MinComparesTheWrongWay=variation(**MIN_COMPARES_WRONGLY),
        StopsWhileBoundsAreApart=variation(**MAX_STOPS_WHILE_APART, **MIN_STOPS_WHILE_APART),
        MaxStopsWhileBoundsAreApart=variation(**MAX_STOPS_WHILE_APART),
        MinStopsWhileBoundsAreApart=variation(**MIN_STOPS_WHILE_APART),
        LastValueOfMaxBelowBeta=last_value_prunes(max_prunes=lambda last, _, beta: last < beta),
        LastValueOfMinAboveAlpha=last_value_prunes(min_prunes=lambda last, alpha, _: last > alpha),
    ),
)


@pruning_mistake(
    title="shares alpha and beta among all branches",
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


@form_of(SharesBounds)
class SharesBeta(SharesBounds):
    """Alpha is handed down as it should be."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.alpha = alpha
        return super().value(state, plies, alpha, beta)

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:
        self.alpha = alpha
        return super().min_prunes(best, alpha, beta)

    def raised(self, alpha: float, best: float) -> float:
        self.alpha = alpha
        return super().raised(alpha, best)


@form_of(SharesBounds)
class SharesAlpha(SharesBounds):
    """Beta is handed down as it should be."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.beta = beta
        return super().value(state, plies, alpha, beta)

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:
        self.beta = beta
        return super().max_prunes(best, alpha, beta)

    def lowered(self, beta: float, best: float) -> float:
        self.beta = beta
        return super().lowered(beta, best)


SHARES_BOUNDS = form_of(SharesBounds).named(
    KeepsBoundsBetweenMoves=variation(
        SharesBounds, alpha=-inf, beta=inf, root_bounds=lambda search: (search.alpha, search.beta)
    ),
    SharesBoundsWithRoot=variation(PrunesAtRoot, SharesBounds),
    SharesBoundsBelowRoot=variation(SharesBounds, root_raised=lambda _, alpha, _value: alpha),
    SharesBoundsBelowRootAndComparesThem=variation(
        SharesBoundsAndComparesThem, root_raised=lambda _, alpha, _value: alpha
    ),
)


@pruning_mistake(
    title="keeps alpha from one depth to the next",
    thought="What a shallower search has found still holds.",
    hint="A deeper search gives other values. With which alpha does each of your iterations begin?",
)
class KeepsAlphaBetweenDepths(ReferenceSearch):
    """It deepens by and by."""

    def action_values(self, state: Any) -> dict[Action, float]:
        self.kept, depth = -inf, self.depth
        values = {}
        for self.depth in range(1, depth + 1):
            values = super().action_values(state)
        return values

    def root_bounds(self) -> tuple[float, float]:
        return self.kept, inf

    def root_raised(self, alpha: float, value: float) -> float:
        self.kept = max(self.kept, super().root_raised(alpha, value))
        return self.kept


class PrunesBeforeKeeping(ReferenceSearch):
    """Leaves the loop before the value that prunes is kept."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.max_start()
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            if self.max_prunes(value, alpha, beta):
                return best
            best = max(best, value)
            alpha = self.raised(alpha, best)
        return best

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.min_start()
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            if self.min_prunes(value, alpha, beta):
                return best
            best = min(best, value)
            beta = self.lowered(beta, best)
        return best


RETURNS_OTHER_BOUND = pruning_mistake(
    title="doesn't return the value that it prunes on",
    thought="After a cut, it doesn't matter what is returned.",
    hint="A layer is left because of a value. Is that value what it returns?",
).named(
    ReturnsOtherBound=variation(
        max_pruned=lambda _, _best, alpha, _beta: alpha,
        min_pruned=lambda _, _best, _alpha, beta: beta,
    ),
    MaxReturnsAlpha=variation(max_pruned=lambda _, _best, alpha, _beta: alpha),
    MinReturnsBeta=variation(min_pruned=lambda _, _best, _alpha, beta: beta),
    BothForgetPruningValue=PrunesBeforeKeeping,
    MaxForgetsPruningValue=variation(PrunesBeforeKeeping, min_value=ReferenceSearch.min_value),
    MinForgetsPruningValue=variation(PrunesBeforeKeeping, max_value=ReferenceSearch.max_value),
)


@mistake(
    "alpha_beta",
    title="searches with a null window and doesn't search again",
    thought="A null window gives the value with less work.",
    hint="A null window only says whether an action is better. How much better, you still have to"
    " find out.",
    section=MOVE_ORDER,
)
class NullWindowOnly(ReferenceSearch):
    """The first action of a state gets the whole window."""

    tiny = 1e-6

    def act(self, state: Any) -> Any:
        self.begun: set[Path] = set()
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.begun.discard(state.path)
        return super().value(state, plies, alpha, beta)

    def successor_value(
        self, state: Any, action: Action, plies: int, alpha: float, beta: float
    ) -> float:
        if state.path in self.begun and self.narrows(state):
            if self.layer(state) == "max":
                beta = min(beta, alpha + self.tiny)
            else:
                alpha = max(alpha, beta - self.tiny)
        self.begun.add(state.path)
        return super().successor_value(state, action, plies, alpha, beta)

    def narrows(self, state: Any) -> bool:  # noqa: ARG002
        return True


AT_ROOT = {"narrows": lambda _, state: not state.path}
BELOW_ROOT = {"narrows": lambda _, state: bool(state.path)}
NULL_WINDOW_ONLY = form_of(NullWindowOnly).named(
    NullWindowOfOne=variation(NullWindowOnly, tiny=1),
    NullWindowAtRoot=variation(NullWindowOnly, **AT_ROOT),
    NullWindowOfOneAtRoot=variation(NullWindowOnly, **AT_ROOT, tiny=1),
    NullWindowBelowRoot=variation(NullWindowOnly, **BELOW_ROOT),
    # At the root, all actions get the whole window.
    NullWindowBelowRootOnly=variation(NullWindowOnly, RootAlphaNotRaised, **BELOW_ROOT),
)
