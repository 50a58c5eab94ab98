"""Mistakes in choosing the best of several values."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any

from pacgrid.action import Action

from ..mistake import form_of, mistake, variation
from ..reference import ReferenceSearch
from .pruning import OwnFailHard, PrunesAtRoot
from .textbook import ALPHA_BETA, MINIMAX

choice_mistake = partial(mistake, section=MINIMAX)


class StartsAt(ReferenceSearch):
    """Starts its best values at a number."""

    number = 0.0

    def max_start(self) -> float:
        return -self.number

    def min_start(self) -> float:
        return self.number

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        if max(values.values()) > -self.number:
            return super().best_actions(state, values)
        return [None]


class StartsAtWithFirstAction(StartsAt):
    """The same; without a better action, it takes the first."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        actions = super().best_actions(state, values)
        return actions if actions != [None] else list(values)[:1]


class StartsAtBelowRoot(StartsAt):
    """The same, but not at the root."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        return ReferenceSearch.best_actions(self, state, values)


ONLY_MAX = {"min_start": ReferenceSearch.min_start}
ONLY_MIN = {"max_start": ReferenceSearch.max_start}
ONLY_ROOT = ONLY_MAX | ONLY_MIN


@choice_mistake(
    title="starts its best value at 0",
    thought="Before the first action, nothing has been gained.",
    hint="What if all values are below 0, or, for a ghost, above 0? Which number is worse than all"
    " others?",
)
class StartsAtZero(StartsAt):
    pass


STARTS_AT_ZERO = (
    *form_of(StartsAtZero).named(
        StartsAtZeroBelowRoot=variation(StartsAtBelowRoot),
        MaxStartsAtZero=variation(StartsAt, **ONLY_MAX),
        MaxStartsAtZeroBelowRoot=variation(StartsAtBelowRoot, **ONLY_MAX),
    ),
    *form_of(StartsAtZero, "minimax", "alpha_beta").named(
        MinStartsAtZero=variation(StartsAtBelowRoot, **ONLY_MIN)
    ),
    *form_of(StartsAtZero).named(
        StartsAtZeroWithFirstAction=variation(StartsAtWithFirstAction),
        MaxStartsAtZeroWithFirstAction=variation(StartsAtWithFirstAction, **ONLY_MAX),
        RootStartsAtZeroWithFirstAction=variation(StartsAtWithFirstAction, **ONLY_ROOT),
        RootStartsAtZero=variation(StartsAt, **ONLY_ROOT),
    ),
)


@choice_mistake(
    title="starts its best value at a number that isn't small enough",
    thought="No value is ever as low as this number.",
    hint="Scores can be lower, or higher, than any number you think of. What is below all numbers?",
)
class StartsAt999(StartsAt):
    number = 999


STARTS_AT_999 = form_of(StartsAt999).named(
    StartsAt999BelowRoot=variation(StartsAtBelowRoot, number=999),
    StartsAt999WithFirstAction=variation(StartsAtWithFirstAction, number=999),
    StartsAt100WithFirstAction=variation(StartsAtWithFirstAction, number=100),
    StartsAt100=variation(StartsAt, number=100),
    StartsAt100BelowRoot=variation(StartsAtBelowRoot, number=100),
    StartsAt500=variation(StartsAt999, number=500),
    StartsAt500WithFirstAction=variation(StartsAtWithFirstAction, number=500),
    StartsAt500BelowRoot=variation(StartsAtBelowRoot, number=500),
    MaxStartsAt999=variation(StartsAt, number=999, **ONLY_MAX),
    MaxStartsAt999WithFirstAction=variation(StartsAtWithFirstAction, number=999, **ONLY_MAX),
    MaxStartsAt999BelowRoot=variation(StartsAtBelowRoot, number=999, **ONLY_MAX),
    RootStartsAt999=variation(StartsAt, number=999, **ONLY_ROOT),
    RootStartsAt999WithFirstAction=variation(StartsAtWithFirstAction, number=999, **ONLY_ROOT),
)
MIN_STARTS_AT_999 = form_of(StartsAt999, "minimax", "alpha_beta").named(
    MinStartsAt999=variation(StartsAtBelowRoot, number=999, **ONLY_MIN)
)


@mistake(
    "alpha_beta",
    title="starts alpha and beta at numbers that aren't far enough apart",
    thought="No value is ever outside these bounds.",
    hint="What if every value is below your first alpha? What is below, and above, all numbers?",
    section=ALPHA_BETA,
)
class BoundsStartAt999(ReferenceSearch):
    number: float = 999

    def root_bounds(self) -> tuple[float, float]:
        return -self.number, self.number


BOUNDS_START_AT_999 = form_of(BoundsStartAt999).named(
    BoundsStartAt100=variation(BoundsStartAt999, number=100),
    BoundsStartAt500=variation(BoundsStartAt999, number=500),
    BoundsOfRootStartAt999=variation(PrunesAtRoot, BoundsStartAt999),
    BoundsAndValuesStartAt999=variation(PrunesAtRoot, BoundsStartAt999, StartsAtBelowRoot),
    **{
        f"{name}Of{number}AreValues": variation(
            PrunesAtRoot, OwnFailHard, BoundsStartAt999, root, number=number
        )
        for number in (100, 500, 999)
        for name, root in {"Bounds": StartsAt, "FirstOrBounds": StartsAtWithFirstAction}.items()
    },
    **{
        f"BoundsAndValuesStartAt{number}WithFirstAction": variation(
            BoundsStartAt999, StartsAtWithFirstAction, number=number
        )
        for number in (100, 500, 999)
    },
)


@choice_mistake(
    title="chooses the action with the lowest value",
    thought="The lowest value is the best.",
    hint="Pac-Man wants many points. Which of the values at the root do you keep?",
)
class ChoosesLowest(ReferenceSearch):
    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        return super().best_actions(state, {action: -values[action] for action in values})


@form_of(ChoosesLowest, "alpha_beta")
class ChoosesLowestAsAlpha(ChoosesLowest):
    """Alpha at the root is the lowest value so far."""

    def root_raised(self, alpha: float, value: float) -> float:
        return value if alpha == -inf else min(alpha, value)


Values = Mapping[Action, float]


def first(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    return list(values)[:1]


def last_above_first(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    """The last of the actions that are better than the first."""
    first, *others = values
    better = [action for action in others if values[action] > values[first]]
    return [first, *better][-1:]


def last_above_previous(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    """The last of the actions that are better than the one before."""
    better = [action for before, action in pairwise(values) if values[action] > values[before]]
    return [next(iter(values)), *better][-1:]


def in_order(values: Values, by: Callable[[Sequence[Action]], Sequence[Action]]) -> Sequence[Any]:
    """The best values are found in one order, and their actions taken from another one."""
    found, best = list(values), max(values.values())
    other = by(found)
    return [other[n] for n, action in enumerate(found) if values[action] == best]


def sorted_by_name(actions: Sequence[Action]) -> Sequence[Action]:
    return sorted(actions, key=str)


CHOICES = (
    *choice_mistake(
        title="takes the action from another order than the values",
        thought="The list of actions is the same as the list of values.",
        hint="A position in one list is used in another. Do both have their entries in the same"
        " order?",
    ).named(
        ActionFromReversedOrder=variation(
            best_actions=lambda _, _state, values: in_order(values, lambda found: found[::-1])
        ),
        ActionFromOrderOfNames=variation(
            best_actions=lambda _, _state, values: in_order(values, sorted_by_name)
        ),
        ActionFromNext=variation(
            best_actions=lambda _, _state, values: in_order(
                values, lambda found: [*found[1:], found[0]]
            )
        ),
    ),
    *choice_mistake(
        title="chooses the last action instead of the best",
        thought="The action is replaced whenever a better one comes.",
        hint="Once you have found a better action, do you also remember how good it is?",
    ).named(
        ChoosesLast=variation(best_actions=lambda _, _state, values: list(values)[-1:]),
        ChoosesLastAboveFirst=variation(best_actions=last_above_first),
        ChoosesLastAbovePrevious=variation(best_actions=last_above_previous),
    ),
    *choice_mistake(
        title="doesn't search: all its actions have the same value",
        thought="The starter file works as it is.",
        hint="Which part of the starter file is still to be written?",
    ).named(DoesNotSearch=variation(value=lambda *_: 0, best_actions=first)),
    *choice_mistake(
        title="chooses the first action instead of the best",
        thought="The first action stays until a better one comes.",
        hint="Does any later action ever replace the first? Look at the comparison.",
    ).named(ChoosesFirst=variation(best_actions=first)),
    *choice_mistake(
        title="returns nothing",
        thought="The search has found the best action, so it is done.",
        hint="What does a Python function return when it just ends? Follow each path through your"
        " code.",
    ).named(ReturnsNothing=variation(best_actions=lambda *_: [None])),
    *choice_mistake(
        title="returns the value of the best action instead of the action",
        thought="The search returns the best it has found.",
        hint="At the root you need to know which action had the best value, not only the value.",
    ).named(ReturnsValue=variation(best_actions=lambda _, _state, values: [max(values.values())])),
)


@choice_mistake(
    title="lets deeper layers overwrite the action at the root",
    thought="The best action is stored whenever a better value is found.",
    hint="Every MAX layer finds a best action, but only that of the root can be played.",
)
class ActionFromBelow(ReferenceSearch):
    stored: Action | None

    def act(self, state: Any) -> Any:
        self.highest: dict[Any, float] = {}
        self.stored = None
        return super().act(state)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        value = super().successor_value(state, action, plies, *bounds)
        if self.layer(state) == "max" and value > self.highest.get(state.path, -inf):
            self.highest[state.path] = value
            self.stored = action
        return value

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:  # noqa: ARG002
        return [self.stored]


@form_of(ActionFromBelow)
class LegalActionFromBelow(ActionFromBelow):
    """Where that isn't legal at the root, it takes the first action."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        legal = state.legal_actions()
        stored = super().best_actions(state, values)
        return stored if stored[0] in legal else legal[:1]
