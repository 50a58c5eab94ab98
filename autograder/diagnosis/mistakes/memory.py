"""Mistakes with what a search remembers."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.reference_search import ReferenceSearch

from ..mistake import form_of, mistake, variation
from .textbook import MINIMAX, MOVE_ORDER

memory_mistake = partial(mistake, section=MOVE_ORDER)


class NewMemo(ReferenceSearch):
    """Remembers nothing from the last move."""

    def act(self, state: Any) -> Any:
        self.memo: dict[Any, float] = {}
        return super().act(state)


def remembers(*, is_by_plies: bool = False) -> type[ReferenceSearch]:
    """A search that remembers what states are worth; perhaps only with as many plies left."""

    class Remembers(ReferenceSearch):
        def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            memo: dict[Any, float] = vars(self).setdefault("memo", {})
            key = (state, plies) if is_by_plies else state
            if key in memo:
                return memo[key]
            memo[key] = super().value(state, plies, alpha, beta)
            return memo[key]

    return Remembers


MEMO_WITHOUT_DEPTH = memory_mistake(
    title="remembers values without the depth they were searched to",
    thought="A state that was searched before has the same value again.",
    hint="The same state can come up with more depth left. Is a value from less depth good enough?",
).named(
    MemoWithoutDepth=variation(NewMemo, remembers()),
    MemoWithoutDepthBetweenMoves=remembers(),
)
MEMO_OF_BOUNDS = memory_mistake(
    "alpha_beta",
    title="remembers bounds as if they were values",
    thought="What a call returned is the state's value.",
    hint="After pruning, a value is only a bound. With other alpha and beta, does it still hold?",
).named(
    MemoOfBounds=variation(NewMemo, remembers(is_by_plies=True)),
    MemoOfBoundsBetweenMoves=remembers(is_by_plies=True),
)


@mistake(
    name="keeps_values",
    title="keeps something from an earlier search",
    thought="The collection of values is empty when the agent moves.",
    hint="What was found in the last search, and is it still there? Look at attributes, and at"
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


@form_of(KeepsValues, "alpha_beta")
class KeepsAlpha(ReferenceSearch):
    alpha = -inf

    def root_bounds(self) -> tuple[float, float]:
        return self.alpha, inf

    def root_raised(self, alpha: float, value: float) -> float:
        self.alpha = max(alpha, value)
        return self.alpha
