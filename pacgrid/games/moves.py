"""Moves of any game, written as people call them: `e2 c1`."""

from collections.abc import Mapping
from typing import Any

from pacgrid.action import Action, letter_of
from pacgrid.common.sanitize import one_line
from pacgrid.games.game_error import GameError
from pacgrid.search import CHANCE, GameState
from pacgrid.state import State

_BETWEEN = " \t\n,"
"""What may stand between two moves."""


def after_moves(state: Any, text: str) -> Any:
    """The position that the moves in `text` lead to from `state`.

    Moves are separated by spaces or commas, and called what the game calls them; Pac-Man's and the
    ghosts' also N, E, S, W and -. Where chance moves, what it draws is a move, too.

    Raises GameError for one that is not legal.

    >>> from pacgrid.games.tictactoe import TicTacToe
    >>> print(after_moves(TicTacToe(), "b2 a1"))
    . . .
    . X .
    O . .
    """
    rest, number = text.strip(_BETWEEN), 0
    while rest:
        number += 1
        names = {} if state.is_terminal else _names(state)
        name = _first(rest, names)
        if name is None:
            word = one_line(rest.split()[0].strip(_BETWEEN))
            raise GameError(f"move {number}, {word!r:.40}: {_objection(state, names)}")
        state = state.successor(names[name])
        rest = rest[len(name) :].lstrip(_BETWEEN)
    return state


def _first(text: str, names: Mapping[str, Any]) -> str | None:
    """The longest of the `names` that `text` begins with; only if there is none, whatever the
    case of its letters."""
    for begin, wanted in ((text, str), (text.lower(), str.lower)):
        found = [
            name
            for name in names
            if begin.startswith(wanted(name)) and (text[len(name) :] or " ")[0] in _BETWEEN
        ]
        if found:
            return max(found, key=len)
    return None


def _names(state: Any) -> dict[str, Any]:
    """The legal actions by what they may be called."""
    actions = list(state.legal_actions())
    names = [str(getattr(state, "action_name", str)(action)).strip() for action in actions]
    named: dict[str, Any] = {}
    for number, (name, action) in enumerate(zip(names, actions, strict=True), start=1):
        named[f"{name} #{number}" if names.count(name) > 1 else name] = action
        if isinstance(action, Action):
            named[letter_of(action)] = action
    return named


def _objection(state: GameState, names: Mapping[str, Any]) -> str:
    """Why there is no such move."""
    if not names:
        return "the game is over before it"
    legal = ", ".join(
        name
        for name, action in names.items()
        if not isinstance(action, Action) or name == str(action)
    )
    return f"{mover(state)} can't play it; legal: {one_line(legal):.200}"


def mover(state: Any) -> str:
    """Who is to move: `X`, `ghost 1`, `chance`."""
    if state.to_move == CHANCE:
        return "chance"
    if isinstance(state, State):
        return f"ghost {state.to_move}" if state.to_move else "Pac-Man"
    return str(state.players[state.to_move])
