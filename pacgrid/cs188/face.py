"""The face of any state."""

from typing import Any

from pacgrid.action import Action
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.search_state import SearchState
from pacgrid.cs188.watched_game_state import WatchedGameState
from pacgrid.state import State
from pacgrid.tree.state_proxy import StateProxy


def face_of(
    state: Any, direction: Action = Action.STOP, start: State | None = None
) -> GameState | SearchState:
    """The face of a state of Pac-Man, who goes in `direction` in a game that began at `start`, or
    of another game."""
    if not isinstance(state, State):
        return SearchState(state)
    kind = WatchedGameState if issubclass(type(state), StateProxy) else GameState
    return kind.of(state, direction, start)
