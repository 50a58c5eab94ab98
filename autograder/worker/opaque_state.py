"""A state that the grader holds: what a search sees of a position."""

from collections.abc import Callable
from typing import Any, Self

from pacgrid.action import Action

Expand = Callable[[int, Action], dict[str, Any]]
"""Asks the grader for the successor of a state, by number, under an action."""


class OpaqueState:
    """A position of which only that is told which every game has (`pacgrid.search.GameState`).

    Equal states are equal and hash alike. There is no board in it, so a search has to search.
    """

    __slots__ = ("_expand", "_legal", "_number", "is_loss", "is_terminal", "is_win", "num_agents",
                 "score", "to_move")  # fmt: skip

    def __init__(self, told: dict[str, Any], expand: Expand) -> None:
        self._expand = expand
        self._number: int = told["state"]
        self._legal = tuple(Action[name.upper()] for name in told["legal"])
        self.to_move: int = told["to_move"]
        self.num_agents: int = told["num_agents"]
        self.is_terminal: bool = told["is_win"] or told["is_loss"]
        self.is_win: bool = told["is_win"]
        self.is_loss: bool = told["is_loss"]
        self.score: int = told["score"]

    def legal_actions(self) -> tuple[Action, ...]:
        """What the agent to move may do; nothing when the game is over."""
        return self._legal

    def successor(self, action: Action) -> Self:
        """The state after `action`. The grader counts how many are asked for.

        Raises ValueError for what is not legal.
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

    def __getattr__(self, name: str) -> object:
        has = "to_move, num_agents, legal_actions(), successor(action), is_terminal, score"
        raise AttributeError(f"a state that is there to be searched has no {name}; it has {has}")
