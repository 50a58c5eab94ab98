"""Mistakes with what a search remembers."""

from collections.abc import Mapping, Sequence
from math import inf
from sys import maxsize
from typing import Any

from pacgrid.action import Action

from ..mistake import form_of, mistake, variation
from ..reference import ReferenceSearch
from .textbook import ALPHA_BETA, CUT_OFF, MINIMAX, MOVE_ORDER


def in_class(*kept: type[ReferenceSearch]) -> dict[str, type[ReferenceSearch]]:
    """The same variations with their memory in their class, by their names."""
    return {f"{each.__name__}InClass": variation(each, is_one_for_all=True) for each in kept}


class NewMemo(ReferenceSearch):
    """Remembers nothing from the last move."""

    def act(self, state: Any) -> Any:
        self.memo: dict[Any, float] = {}
        return super().act(state)


def remembers(*, is_by_plies: bool = False, is_exact: bool = False) -> type[ReferenceSearch]:
    """A search that remembers what states are worth.

    Args:
        is_by_plies: whether only for the same number of plies that are left.
        is_exact: whether only values that are no bounds.
    """

    class Remembers(ReferenceSearch):
        def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            memo: dict[Any, float] = vars(self).setdefault("memo", {})
            key = (state, plies) if is_by_plies else state
            if key in memo:
                return memo[key]
            value = super().value(state, plies, alpha, beta)
            if not is_exact or alpha <= value <= beta:
                memo[key] = value
            return value

    return Remembers


class ForgetsLeaves(ReferenceSearch):
    """Remembers only states that it has searched."""

    memo: dict[Any, float]

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        if state.is_terminal or plies <= 0:
            self.memo.pop(state, None)
        return value


MEMO_WITHOUT_DEPTH = mistake(
    title="remembers values without the depth they were searched to",
    thought="A state that was searched before has the same value again.",
    hint="The same state can come up with more depth left. Is a value from less depth good enough?",
    section=MOVE_ORDER,
).named(
    MemoWithoutDepth=variation(NewMemo, remembers()),
    MemoWithoutDepthBetweenMoves=remembers(),
)
EXACT_MEMO_WITHOUT_DEPTH = form_of(MEMO_WITHOUT_DEPTH[0], "alpha_beta").named(
    ExactMemoWithoutDepth=variation(NewMemo, remembers(is_exact=True)),
    ExactInnerMemoWithoutDepth=variation(ForgetsLeaves, NewMemo, remembers(is_exact=True)),
)
MEMO_WITHOUT_DEPTH_IN_CLASS = form_of(MEMO_WITHOUT_DEPTH[0]).named(
    MemoWithoutDepthInClass=variation(remembers(), is_one_for_all=True)
)
MEMO_OF_BOUNDS = mistake(
    "alpha_beta",
    title="remembers bounds as if they were values",
    thought="What a call returned is the state's value.",
    hint="After pruning, a value is only a bound. With other alpha and beta, does it still hold?",
    section=MOVE_ORDER,
).named(
    MemoOfBounds=variation(NewMemo, remembers(is_by_plies=True)),
    MemoOfBoundsBetweenMoves=remembers(is_by_plies=True),
)


@mistake(
    title="counts its depth down and doesn't put it back",
    thought="The depth is counted down as the search goes deeper.",
    hint="The agent lives as long as the game. What is its depth in the next branch, and in the"
    " next move?",
    section=CUT_OFF,
)
class DepthNotPutBack(ReferenceSearch):
    least = -maxsize

    def act(self, state: Any) -> Any:
        action = super().act(state)
        self.depth = max(self.least, self.depth - 1)
        return action


DEPTH_FALLS = form_of(DepthNotPutBack).named(DepthFallsToOne=variation(DepthNotPutBack, least=1))


@form_of(DepthNotPutBack)
class DepthFallsInSearch(ReferenceSearch):
    """Counts down in every MAX layer, for all branches together."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if state.to_move == 0 and not state.is_terminal:
            self.depth -= 1
            plies = self.depth
        return super().value(state, plies if state.to_move == 0 else 1, alpha, beta)


@mistake(
    title="keeps the values of its last move",
    thought="The collection of values is empty when the agent moves.",
    hint="What was collected in the last move, and is it still there? Look at attributes and at"
    " default arguments.",
    section=MINIMAX,
)
class KeepsValues(ReferenceSearch):
    """All values ever, by action."""

    def action_values(self, state: Any) -> dict[Action, float]:
        values: dict[Action, float] = vars(self).setdefault("kept", {})
        values.update(super().action_values(state))
        return dict(values)


@form_of(KeepsValues)
class KeepsHighestValues(ReferenceSearch):
    """The highest value ever of each action."""

    def action_values(self, state: Any) -> dict[Action, float]:
        values: dict[Action, float] = vars(self).setdefault("kept", {})
        for action, value in super().action_values(state).items():
            values[action] = max(value, values.get(action, -inf))
        return dict(values)


@form_of(KeepsValues)
class KeepsValuesByPath(ReferenceSearch):
    """All values ever, by the actions that lead to a state."""

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        values: dict[Any, float] = vars(self).setdefault("kept", {})
        path = state.path.then(action)
        if path not in values:
            values[path] = super().successor_value(state, action, plies, *bounds)
        return values[path]


@form_of(KeepsValues)
class KeepsBest(ReferenceSearch):
    """The best value and its action."""

    best: tuple[float, Action | None] = (-inf, None)

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        best, action = self.best
        if max(values.values()) <= best:
            return [action] if action in values else [*values][:: len(values) - 1 or 1]
        actions = super().best_actions(state, values)
        self.best = max(values.values()), actions[0]
        return actions


@form_of(KeepsValues)
class KeepsFirstValues(ReferenceSearch):
    """The first value ever of each action at the root; or of each action by its number there."""

    is_by_number = False

    def action_values(self, state: Any) -> dict[Action, float]:
        self.number = 0
        return super().action_values(state)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        if state.path:
            return super().successor_value(state, action, plies, *bounds)
        values: dict[Any, float] = vars(self).setdefault("kept", {})
        key = (self.number, action) if self.is_by_number else action
        self.number += 1
        if key not in values:
            values[key] = super().successor_value(state, action, plies, *bounds)
        return values[key]


KEEPS_BY_NUMBER = form_of(KeepsValues).named(
    KeepsFirstValuesByNumber=variation(KeepsFirstValues, is_by_number=True)
)


@form_of(KeepsValues)
class KeepsValuesInClass(KeepsValues):
    """An action that isn't legal may be the best; then the first one is taken."""

    is_one_for_all = True

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        legal = [action for action in values if action in self.actions(state)]
        best = [action for action in super().best_actions(state, values) if action in legal]
        return best or legal[:1]


KEEPS_IN_CLASS = form_of(KeepsValues).named(
    **in_class(KeepsHighestValues, KeepsValuesByPath, KeepsBest, KeepsFirstValues, *KEEPS_BY_NUMBER)
)


@mistake(
    title="mixes the values of different layers",
    thought="One collection can take all values.",
    hint="What else is added to the values that you take the best of? Look at attributes and at"
    " default arguments.",
    section=MINIMAX,
)
class MixesValues(ReferenceSearch):
    """The values of all layers of a kind are in one list."""

    def act(self, state: Any) -> Any:
        self.highest, self.lowest = -inf, inf
        return super().act(state)

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.highest = max(self.highest, super().max_value(state, plies, alpha, beta))
        return self.highest

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.lowest = min(self.lowest, super().min_value(state, plies, alpha, beta))
        return self.lowest


MIXES_VALUES = form_of(MixesValues).named(
    MixesValuesBetweenMoves=variation(
        MixesValues, highest=-inf, lowest=inf, act=ReferenceSearch.act
    )
)


@mistake(
    "alpha_beta",
    title="keeps alpha from its last move",
    thought="Alpha is set once, when the agent is built.",
    hint="A new position has new values. With which alpha does the second move of a game begin?",
    section=ALPHA_BETA,
)
class KeepsAlpha(ReferenceSearch):
    alpha = -inf

    def root_bounds(self) -> tuple[float, float]:
        return self.alpha, inf

    def root_raised(self, alpha: float, value: float) -> float:
        self.alpha = max(alpha, value)
        return self.alpha


KEEPS_ALPHA = form_of(KeepsAlpha).named(
    KeepsAlphaAndAction=variation(KeepsBest, KeepsAlpha),
    KeepsAlphaInClass=variation(KeepsAlpha, is_one_for_all=True),
    KeepsAlphaAndActionInClass=variation(KeepsBest, KeepsAlpha, is_one_for_all=True),
)
