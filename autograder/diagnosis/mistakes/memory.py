"""Mistakes with what a search remembers."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from pacgrid.action import Action

from ..mistake import EVERY_SEARCH, form_of, mistake
from ..reference import ReferenceSearch
from .textbook import ALPHA_BETA, CUT_OFF, MINIMAX, MOVE_ORDER


@mistake(
    *EVERY_SEARCH,
    title="remembers values without the depth they were searched to",
    thought="A state that was searched before has the same value again.",
    hint="The same state can come up with more depth left. Is a value from less depth good enough?",
    section=MOVE_ORDER,
)
class MemoWithoutDepth(ReferenceSearch):
    def act(self, state: Any) -> Any:
        self.memo: dict[Any, float] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if state not in self.memo:
            self.memo[state] = super().value(state, plies, alpha, beta)
        return self.memo[state]


@form_of(MemoWithoutDepth)
class MemoWithoutDepthBetweenMoves(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        memo: dict[Any, float] = vars(self).setdefault("memo", {})
        if state not in memo:
            memo[state] = super().value(state, plies, alpha, beta)
        return memo[state]


@form_of(MemoWithoutDepth, "alpha_beta")
class ExactMemoWithoutDepth(ReferenceSearch):
    """Only values that are no bounds."""

    def act(self, state: Any) -> Any:
        self.memo: dict[Any, float] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if state in self.memo:
            return self.memo[state]
        value = super().value(state, plies, alpha, beta)
        if alpha <= value <= beta:
            self.memo[state] = value
        return value


@form_of(MemoWithoutDepth, "alpha_beta")
class ExactInnerMemoWithoutDepth(ExactMemoWithoutDepth):
    """And only of states that it has searched."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        if state.is_terminal or plies <= 0:
            self.memo.pop(state, None)
        return value


@form_of(MemoWithoutDepth)
class MemoWithoutDepthInClass(MemoWithoutDepthBetweenMoves):
    is_one_for_all = True


@mistake(
    "alpha_beta",
    title="remembers bounds as if they were values",
    thought="What a call returned is the state's value.",
    hint="After pruning, a value is only a bound. With other alpha and beta, does it still hold?",
    section=MOVE_ORDER,
)
class MemoOfBounds(ReferenceSearch):
    def act(self, state: Any) -> Any:
        self.memo: dict[Any, float] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if (state, plies) not in self.memo:
            self.memo[state, plies] = super().value(state, plies, alpha, beta)
        return self.memo[state, plies]


@form_of(MemoOfBounds)
class MemoOfBoundsBetweenMoves(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        memo: dict[Any, float] = vars(self).setdefault("memo", {})
        if (state, plies) not in memo:
            memo[state, plies] = super().value(state, plies, alpha, beta)
        return memo[state, plies]


@mistake(
    *EVERY_SEARCH,
    title="counts its depth down and doesn't put it back",
    thought="The depth is counted down as the search goes deeper.",
    hint="The agent lives as long as the game. What is its depth in the next branch, and "
    "in the next move?",
    section=CUT_OFF,
)
class DepthNotPutBack(ReferenceSearch):
    def act(self, state: Any) -> Any:
        action = super().act(state)
        self.depth -= 1
        return action


@form_of(DepthNotPutBack)
class DepthFallsToOne(ReferenceSearch):
    def act(self, state: Any) -> Any:
        action = super().act(state)
        self.depth = max(1, self.depth - 1)
        return action


@form_of(DepthNotPutBack)
class DepthFallsInSearch(ReferenceSearch):
    """Counts down in every MAX layer, for all branches together."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if state.to_move == 0 and not state.is_terminal:
            self.depth -= 1
            plies = self.depth
        return super().value(state, plies if state.to_move == 0 else 1, alpha, beta)


@mistake(
    *EVERY_SEARCH,
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

    def successor_value(
        self, state: Any, action: Action, plies: int, alpha: float, beta: float
    ) -> float:
        values: dict[Any, float] = vars(self).setdefault("kept", {})
        path = state.path.then(action)
        if path not in values:
            values[path] = super().successor_value(state, action, plies, alpha, beta)
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
    """The first value ever of each action at the root."""

    def action_values(self, state: Any) -> dict[Action, float]:
        self.number = 0
        return super().action_values(state)

    def successor_value(
        self, state: Any, action: Action, plies: int, alpha: float, beta: float
    ) -> float:
        if state.path:
            return super().successor_value(state, action, plies, alpha, beta)
        values: dict[Any, float] = vars(self).setdefault("kept", {})
        key = self.key(action)
        self.number += 1
        if key not in values:
            values[key] = super().successor_value(state, action, plies, alpha, beta)
        return values[key]

    def key(self, action: Action) -> Any:
        return action


@form_of(KeepsValues)
class KeepsFirstValuesByNumber(KeepsFirstValues):
    """By the action and how many were tried before it."""

    def key(self, action: Action) -> Any:
        return self.number, action


@form_of(KeepsValues)
class KeepsValuesInClass(KeepsValues):
    """An action that isn't legal may be the best; then the first one is taken."""

    is_one_for_all = True

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        legal = [action for action in values if action in self.actions(state)]
        best = [action for action in super().best_actions(state, values) if action in legal]
        return best or legal[:1]


@form_of(KeepsValues)
class KeepsHighestValuesInClass(KeepsHighestValues):
    is_one_for_all = True


@form_of(KeepsValues)
class KeepsValuesByPathInClass(KeepsValuesByPath):
    is_one_for_all = True


@form_of(KeepsValues)
class KeepsBestInClass(KeepsBest):
    is_one_for_all = True


@form_of(KeepsValues)
class KeepsFirstValuesInClass(KeepsFirstValues):
    is_one_for_all = True


@form_of(KeepsValues)
class KeepsFirstValuesByNumberInClass(KeepsFirstValuesByNumber):
    is_one_for_all = True


@mistake(
    *EVERY_SEARCH,
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


@form_of(MixesValues)
class MixesValuesBetweenMoves(MixesValues):
    highest, lowest = -inf, inf

    def act(self, state: Any) -> Any:
        return ReferenceSearch.act(self, state)


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


@form_of(KeepsAlpha)
class KeepsAlphaAndAction(KeepsBest, KeepsAlpha):
    pass


@form_of(KeepsAlpha)
class KeepsAlphaInClass(KeepsAlpha):
    is_one_for_all = True


@form_of(KeepsAlpha)
class KeepsAlphaAndActionInClass(KeepsAlphaAndAction):
    is_one_for_all = True
