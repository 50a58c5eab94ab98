"""A stand-in for a state of any game: the base of states that record how they are searched."""

from collections.abc import Callable
from typing import Any


class StateProxy:
    """Behaves like the state it wraps, equals it and hashes like it.

    Copying returns the proxy itself, since states are immutable; pickling, the plain state.
    """

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # what isinstance believes
        return type(self._wrapped)

    def __eq__(self, other: object) -> bool:
        return bool(self._wrapped == plain(other))

    def __hash__(self) -> int:
        return hash(self._wrapped)

    def __bool__(self) -> bool:
        return bool(self._wrapped)

    def __str__(self) -> str:
        return str(self._wrapped)

    def __repr__(self) -> str:
        return repr(self._wrapped)

    def __copy__(self) -> "StateProxy":
        return self

    def __deepcopy__(self, memo: object) -> "StateProxy":
        return self

    def __reduce_ex__(self, protocol: object) -> tuple[Callable[[Any], Any], tuple[Any]]:
        return plain, (self._wrapped,)


class StateFace:
    """A state under another interface."""

    __slots__ = ()

    @property
    def behind(self) -> Any:
        """The state, or the proxy, that it shows."""
        raise NotImplementedError


def plain(state: Any) -> Any:
    """`state` itself, not its proxy."""
    return state._wrapped if issubclass(type(state), StateProxy) else state


class DistinctMoves(StateProxy):
    """A position of a game that has `canonical()`: of the actions that lead to the same position
    but for a rotation or a mirror, only the first is legal.

    >>> from pacgrid.games.tictactoe import TicTacToe
    >>> [TicTacToe().action_name(action) for action in DistinctMoves(TicTacToe()).legal_actions()]
    ['a3', 'b3', 'b2']
    """

    __slots__ = ()

    def legal_actions(self) -> tuple[Any, ...]:
        state = self._wrapped
        first: dict[Any, Any] = {}
        for action in state.legal_actions():
            first.setdefault(state.successor(action).canonical(), action)
        return tuple(first.values())

    def successor(self, action: Any) -> "DistinctMoves":
        return DistinctMoves(self._wrapped.successor(action))
