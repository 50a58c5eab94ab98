"""Mistakes in trying actions and in keeping the best of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.reference_search import ReferenceSearch

from ..mistake import changed, form_of, mistake, variation
from .textbook import MINIMAX

choice_mistake = partial(mistake, section=MINIMAX)
Values = Mapping[Action, float]


class StartsAt(ReferenceSearch):
    """Starts its best values at a number."""

    number: float

    def max_start(self) -> float:
        return -self.number

    def min_start(self) -> float:
        return self.number

    def best_actions(self, state: Any, values: Values) -> Sequence[Any]:
        if max(values.values()) > -self.number:
            return super().best_actions(state, values)
        return [None]


class StartsWithFirstAction(StartsAt):
    """Without a better action, it takes the first."""

    def best_actions(self, state: Any, values: Values) -> Sequence[Any]:
        actions = super().best_actions(state, values)
        return actions if actions != [None] else list(values)[:1]


class StartsBelowRoot(StartsAt):
    """Not at the root."""

    best_actions = ReferenceSearch.best_actions


class BoundsStartAt(ReferenceSearch):
    """Starts alpha and beta at a number."""

    number: float

    def root_bounds(self) -> tuple[float, float]:
        return -self.number, self.number


def starts_at(number: float) -> dict[str, type[ReferenceSearch]]:
    """At the root, too, or below it; in all layers, or only in those of MAX."""
    roots = {"": StartsAt, "WithFirstAction": StartsWithFirstAction, "BelowRoot": StartsBelowRoot}
    layers = {"": {}, "OfMax": {"min_start": ReferenceSearch.min_start}}
    return {
        f"StartsAt{number}{name}{where}": variation(root, number=number, **others)
        for name, root in roots.items()
        for where, others in layers.items()
    }


START = (
    *choice_mistake(
        name="starts_at_zero",
        title="starts its best value at 0",
        thought="Before the first action, nothing has been gained.",
        hint="What if all values are below 0, or, for a ghost, above 0? Which number is worse than"
        " all others?",
    ).named(**starts_at(0)),
    *choice_mistake(
        name="starts_too_near",
        title="starts a best value or a bound too near to 0",
        thought="No value is ever as low as this number.",
        hint="Scores can be lower, or higher, than any number you think of. What is below all"
        " numbers?",
    ).named(**starts_at(100), **starts_at(500), **starts_at(999)),
)
MIN_START = form_of(START[0], "minimax", "alpha_beta").named(
    StartsAt0OfMin=variation(StartsBelowRoot, number=0, max_start=ReferenceSearch.max_start)
)
BOUNDS_START = form_of(START[-1], "alpha_beta").named(
    **{
        f"BoundsStartAt{number}{name}": variation(*bases, number=number)
        for number in (100, 500, 999)
        for name, bases in {"": (BoundsStartAt,), "AsValues": (BoundsStartAt, StartsAt)}.items()
    }
)


def last_above_first(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    """The last of the actions that are better than the first."""
    first, *others = values
    better = [action for action in others if values[action] > values[first]]
    return [first, *better][-1:]


def last_above_previous(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    """The last of the actions that are better than the one before."""
    better = [action for before, action in pairwise(values) if values[action] > values[before]]
    return [next(iter(values)), *better][-1:]


def first(_: ReferenceSearch, _state: Any, values: Values) -> Sequence[Action]:
    return list(values)[:1]


CHOICES = (
    *choice_mistake(
        name="loses_the_best",
        title="doesn't keep the best action that it finds",
        hint="Once you have found a better action, do you remember the action and how good it is?",
    ).named(
        ChoosesFirst=variation(best_actions=first),
        ChoosesLast=variation(best_actions=lambda _, _state, values: list(values)[-1:]),
        ChoosesLastAboveFirst=variation(best_actions=last_above_first),
        ChoosesLastAbovePrevious=variation(best_actions=last_above_previous),
    ),
    *choice_mistake(
        name="returns_no_action",
        title="doesn't return an action",
        thought="The search has found the best value, so it is done.",
        hint="Which value does your function return at the root, on each path through your code?",
    ).named(
        ReturnsNothing=variation(best_actions=lambda *_: [None]),
        ReturnsValue=variation(best_actions=lambda _, _state, values: [max(values.values())]),
    ),
)


def without_stop(actions: Sequence[Action]) -> Sequence[Action]:
    """The other actions, if there are any."""
    return [action for action in actions if action is not Action.STOP] or actions


def no_stop(where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    return changed(
        actions=lambda actions, state: without_stop(actions) if where(state) else actions
    )


def best_without_stop(search: ReferenceSearch, state: Any, values: Values) -> Sequence[Any]:
    others = {action: values[action] for action in without_stop([*values])}
    return ReferenceSearch.best_actions(search, state, others)


LEAVES_OUT_STOP = choice_mistake(
    title="leaves out STOP",
    thought="Stopping is never good.",
    hint="STOP is a legal action, and sometimes the best one. Which actions do you try?",
).named(
    NoStop=no_stop(lambda _: True),
    NoStopAtRoot=no_stop(lambda state: not state.path),
    NoStopBelowRoot=no_stop(lambda state: bool(state.path)),
    NoStopForPacman=no_stop(lambda state: state.to_move == 0),
    NoStopForPacmanBelowRoot=no_stop(lambda state: state.path and state.to_move == 0),
    # It searches below STOP, and doesn't choose it.
    NoStopChosen=variation(best_actions=best_without_stop),
)
