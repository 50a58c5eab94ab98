"""A game without the moves that symmetry makes the same as others."""

from typing import Any

from pacgrid.tree.state_proxy import StateProxy


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
