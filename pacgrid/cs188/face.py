"""The face of any state."""

from typing import Any

from pacgrid.action import Action
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.search_state import SearchState
from pacgrid.state import State


def face_of(state: Any, direction: Action = Action.STOP) -> GameState | SearchState:
    """The face of a state of Pac-Man, who goes in `direction`, or of another game."""
    return GameState.of(state, direction) if isinstance(state, State) else SearchState(state)
