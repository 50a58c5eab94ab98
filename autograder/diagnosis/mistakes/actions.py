"""Mistakes with the actions that are tried: STOP left out, successors generated twice."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from pacgrid.action import Action

from ..mistake import changed, form_of, mistake, variation
from ..reference import ReferenceSearch
from .textbook import MINIMAX

action_mistake = partial(mistake, section=MINIMAX)


def without_stop(actions: Sequence[Action]) -> Sequence[Action]:
    """The other actions, if there are any."""
    return [action for action in actions if action is not Action.STOP] or actions


def no_stop(where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    return changed(
        actions=lambda actions, state: without_stop(actions) if where(state) else actions
    )


def best_without_stop(
    search: ReferenceSearch, state: Any, values: Mapping[Action, float]
) -> Sequence[Any]:
    others = {action: values[action] for action in without_stop([*values])}
    return ReferenceSearch.best_actions(search, state, others)


LEAVES_OUT_STOP = (
    *action_mistake(
        title="leaves out STOP at the root",
        thought="Pac-Man should keep moving.",
        hint="STOP is a legal action, and sometimes the best one. Which actions do you try?",
    ).named(
        NoStopAtRoot=no_stop(lambda state: not state.path),
        # It searches below STOP, and doesn't choose it.
        NoStopChosen=variation(best_actions=best_without_stop),
    ),
    *action_mistake(
        title="leaves out STOP below the root",
        thought="Later on Pac-Man should keep moving.",
        hint="STOP is a legal action in later rounds, too. Which actions does the recursion try?",
    ).named(
        NoStopBelowRoot=no_stop(lambda state: bool(state.path)),
        NoStopForPacmanBelowRoot=no_stop(lambda state: state.path and state.to_move == 0),
    ),
    *action_mistake(
        title="leaves out STOP everywhere",
        thought="Stopping is never good.",
        hint="STOP is a legal action, and sometimes the best one. Which actions do you try?",
    ).named(
        NoStop=no_stop(lambda _: True), NoStopForPacman=no_stop(lambda state: state.to_move == 0)
    ),
)


def without_first(actions: Sequence[Action]) -> Sequence[Action]:
    return actions[1:] or actions


def without_last(actions: Sequence[Action]) -> Sequence[Action]:
    return actions[:-1] or actions


def leaves_out(
    rest: Callable[[Sequence[Action]], Sequence[Action]], where: Callable[[Any], bool]
) -> type[ReferenceSearch]:
    return changed(actions=lambda actions, state: rest(actions) if where(state) else actions)


def is_root(state: Any) -> bool:
    return not state.path


LEAVES_OUT_AN_ACTION = (
    *action_mistake(
        title="leaves out the first action",
        thought="The first action is where the loop starts from.",
        hint="How many legal actions are there, and how many of them does your loop try?",
    ).named(
        LeavesOutFirst=leaves_out(without_first, lambda _: True),
        LeavesOutFirstAtRoot=leaves_out(without_first, is_root),
        LeavesOutFirstBelowRoot=leaves_out(without_first, lambda state: bool(state.path)),
        LeavesOutFirstOfGhosts=leaves_out(without_first, lambda state: state.to_move > 0),
        LeavesOutFirstOfPacman=leaves_out(without_first, lambda state: state.to_move == 0),
    ),
    *action_mistake(
        title="leaves out the last action",
        thought="The numbers of the actions end before their count.",
        hint="How many legal actions are there, and how many of them does your loop try?",
    ).named(
        LeavesOutLast=leaves_out(without_last, lambda _: True),
        LeavesOutLastAtRoot=leaves_out(without_last, is_root),
        LeavesOutLastBelowRoot=leaves_out(without_last, lambda state: bool(state.path)),
        LeavesOutLastOfGhosts=leaves_out(without_last, lambda state: state.to_move > 0),
        LeavesOutLastOfPacman=leaves_out(without_last, lambda state: state.to_move == 0),
    ),
)


@action_mistake(
    title="generates successors twice",
    thought="A successor that is needed twice can be asked for twice.",
    hint="Generating a state costs time. Which successors do you ask for a second time?",
    remark=True,
)
class GeneratesTwice(ReferenceSearch):
    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        state.successor(action)
        return super().successor_value(state, action, plies, *bounds)


def twice_below_root(search: GeneratesTwice, state: Any, *arguments: Any) -> float:
    kind = GeneratesTwice if state.path else ReferenceSearch
    return kind.successor_value(search, state, *arguments)


BELOW_ROOT = form_of(GeneratesTwice).named(
    GeneratesTwiceBelowRoot=variation(GeneratesTwice, successor_value=twice_below_root)
)


@form_of(GeneratesTwice)
class SearchesBetterOnesTwice(ReferenceSearch):
    """Below the root: once to compare the value, and again to keep it."""

    def act(self, state: Any) -> Any:
        self.best: dict[Any, float] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.best.pop(state.path, None)
        return super().value(state, plies, alpha, beta)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        value = super().successor_value(state, action, plies, *bounds)
        sign = 1 if self.layer(state) == "max" else -1
        if state.path and sign * value > self.best.get(state.path, -inf):
            self.best[state.path] = sign * super().successor_value(state, action, plies, *bounds)
        return value


@form_of(GeneratesTwice)
class SearchesBetterOnesTwiceAtRoot(ReferenceSearch):
    """The same at the root, but not for the first action."""

    def action_values(self, state: Any) -> dict[Action, float]:
        self.values_at_root: list[float] = []
        return super().action_values(state)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        value = super().successor_value(state, action, plies, *bounds)
        if not state.path:
            if self.values_at_root and value > max(self.values_at_root):
                super().successor_value(state, action, plies, *bounds)
            self.values_at_root.append(value)
        return value


@form_of(GeneratesTwice)
class SearchesUntilBestIsFound(ReferenceSearch):
    """The best value at the root, and then again until an action has it."""

    def action_values(self, state: Any) -> dict[Action, float]:
        values = super().action_values(state)
        best, plies = max(values.values()), self.plies(state)
        for action in self.actions(state):
            if self.successor_value(state, action, plies, *self.root_bounds()) == best:
                break
        return values


@form_of(GeneratesTwice)
class SearchesTwice(ReferenceSearch):
    """The values at the root, and then again to find out whose is the best."""

    def action_values(self, state: Any) -> dict[Action, float]:
        super().action_values(state)
        return super().action_values(state)
