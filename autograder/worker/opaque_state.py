"""The state that a search question gives an agent: a game without its board."""

from collections.abc import Callable
from typing import Any, Self

from pacgrid.action import Action

Expand = Callable[[int, Action], dict[str, Any]]
"""Asks the grader for the successor of a state, by number, under an action."""


class OpaqueState:
    """A position with only what every game has (`pacgrid.search.GameState`), and no board: an agent
    has to search. Immutable and hashable; equal positions are equal.
    """

    __slots__ = ("_expand", "_legal", "_number", "is_loss", "is_terminal", "is_win", "num_agents",
                 "score", "to_move")  # fmt: skip

    _expand: Expand
    _legal: tuple[Action, ...]
    _number: int
    is_loss: bool
    is_terminal: bool
    is_win: bool
    num_agents: int
    score: int
    to_move: int

    def __init__(self, summary: dict[str, Any], expand: Expand) -> None:
        _set(self, "_expand", expand)
        _set(self, "_legal", tuple(Action[name.upper()] for name in summary["legal"]))
        _set(self, "_number", summary["state"])
        for name in ("is_loss", "is_win", "num_agents", "score", "to_move"):
            _set(self, name, summary[name])
        _set(self, "is_terminal", self.is_win or self.is_loss)

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
        return type(self)(self._expand(self._number, Action(action)), self._expand)

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
