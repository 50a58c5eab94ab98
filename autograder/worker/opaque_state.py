"""The state that a search question gives an agent: a game without its board."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from pacgrid.action import Action
from pacgrid.autograder.worker.messages import actions_in

Expand = Callable[[int, Action, int], Sequence[tuple[Any, ...]]]
"""Asks the grader for a successor: takes the number of a state, an action, and `Search.used`.
Returns the fields of its summary, and perhaps of those for all later actions."""


class Search:
    """The searches of a worker, in which states stay with the grader."""

    __slots__ = ("expand", "used")

    def __init__(self, expand: Expand) -> None:
        self.expand = expand
        self.used = 0
        """How many successors they have used, including the one that they are asking for."""


class OpaqueState:
    """A position with only what every game has (`pacgrid.search.GameState`), and no board: an agent
    has to search. Immutable and hashable; two are equal exactly if their positions are.
    """

    __slots__ = ("_ahead", "_legal", "_number", "_search", "is_loss", "is_terminal", "is_win",
                 "num_agents", "score", "to_move")  # fmt: skip

    _ahead: dict[Action, tuple[Any, ...]]
    """Successors that were sent ahead and aren't used yet."""
    _legal: tuple[Action, ...]
    _number: int
    _search: Search
    is_loss: bool
    is_terminal: bool
    is_win: bool
    num_agents: int
    score: int
    to_move: int

    def __init__(self, summary: tuple[Any, ...], search: Search) -> None:
        """The state that `summary` describes: the fields of a `StateSummary`."""
        number, score, legal, to_move, num_agents, is_win, is_loss = summary
        _set(self, "_ahead", {})
        _set(self, "_legal", actions_in(legal))
        _set(self, "_number", number)
        _set(self, "_search", search)
        _set(self, "is_loss", is_loss)
        _set(self, "is_terminal", is_win or is_loss)
        _set(self, "is_win", is_win)
        _set(self, "num_agents", num_agents)
        _set(self, "score", score)
        _set(self, "to_move", to_move)

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpaqueState) and other._number == self._number

    def __hash__(self) -> int:
        return hash(self._number)

    def __repr__(self) -> str:
        return f"<state {self._number}, agent {self.to_move} to move, score {self.score}>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"can't set {name}: a state never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"can't delete {name}: a state never changes")

    def __getattr__(self, name: str) -> object:
        has = "to_move, num_agents, legal_actions(), successor(action), is_terminal, score"
        raise AttributeError(f"the state of a search question has no {name}; it has {has}")


_set = object.__setattr__  # the only way to fill in an immutable state
