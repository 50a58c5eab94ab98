"""The state that a search question gives an agent: a game without its board."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from pacgrid.action import Action

from .messages import actions_in
from .sealed_state import SealedState, set_field

Expand = Callable[[int, Action, int], Sequence[tuple[Any, ...]]]
"""Asks the grader for a successor: takes the number of a state, an action, and `Search.used`.
Returns the fields of its summary, and perhaps of those for all later actions."""


class OpaqueSearches:
    """The searches of a worker, in which states stay with the grader."""

    __slots__ = ("expand", "used")

    def __init__(self, expand: Expand) -> None:
        self.expand = expand
        self.used = 0
        """How many successors they have used, including the one that they are asking for."""


class OpaqueState(SealedState):
    """A position with only what every game has (`pacgrid.search.GameState`), and no board: an agent
    has to search. All of it is known in advance.
    """

    __slots__ = ("_ahead", "_legal", "is_loss", "is_terminal", "is_win", "score")

    _ahead: dict[Action, tuple[Any, ...]]
    """Successors that were sent ahead and aren't used yet."""
    _legal: tuple[Action, ...]
    _search: OpaqueSearches
    is_loss: bool
    is_terminal: bool
    is_win: bool
    score: int

    def __init__(self, summary: tuple[Any, ...], search: OpaqueSearches) -> None:
        """The state that `summary` describes: the fields of a `StateSummary`."""
        number, score, legal, to_move, num_agents, is_win, is_loss = summary
        set_field(self, "_ahead", {})
        set_field(self, "_legal", actions_in(legal))
        set_field(self, "_number", number)
        set_field(self, "_search", search)
        set_field(self, "is_loss", is_loss)
        set_field(self, "is_terminal", is_win or is_loss)
        set_field(self, "is_win", is_win)
        set_field(self, "num_agents", num_agents)
        set_field(self, "score", score)
        set_field(self, "to_move", to_move)

    def legal_actions(self) -> tuple[Action, ...]:
        """What the agent to move may do; () when the game is over."""
        return self._legal

    def successor(self, action: Action) -> Self:
        """The state after `action`; the grader counts each call.

        Raises ValueError if `action` is not legal.
        """
        if action not in self._legal:
            legal = ", ".join(map(str, self._legal)) or "nothing: the game is over"
            raise ValueError(f"can't play {action!s:.40}; legal is {legal}")
        self._search.used += 1
        summary = self._ahead.pop(action, None)
        if summary is None:
            summary = self._ask(action)
        return type(self)(summary, self._search)

    def _ask(self, action: Action) -> tuple[Any, ...]:
        answer = self._search.expand(self._number, action, self._search.used)
        if len(answer) == 1:
            return answer[0]
        actions = self._legal[self._legal.index(action) + 1 :]
        self._ahead.update(zip(actions, answer[1:], strict=True))
        return answer[0]

    def __repr__(self) -> str:
        return f"<state {self._number}, agent {self.to_move} to move, score {self.score}>"
