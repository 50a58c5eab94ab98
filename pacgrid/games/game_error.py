"""What is wrong with a game that somebody named or wrote."""

from pacgrid.errors import PacgridError
from pacgrid.state import State


class GameError(PacgridError):
    """A game can't be loaded or played; for a tree, the message has file, line, column, error and
    fix."""


def needs_pacman(error: BaseException, state: object) -> str:
    """Why an agent that raised `error` in `state`, a position of another game, can't play it: it
    asked for something that only Pac-Man's states have; "" if it is no such error."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, type(state)):
        return ""
    if isinstance(state, State) or not error.name or not hasattr(State, error.name):
        return ""
    missing = f"it needs state.{error.name.lstrip('_')}, which only Pac-Man has"
    return f"can't play this game: {missing}; choose a search agent such as alpha_beta"
