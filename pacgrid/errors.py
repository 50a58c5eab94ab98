"""The errors of the world that users can fix: of layouts, moves, agents, games and records."""

from typing import Any

from pacgrid.action import Action, name_fix
from pacgrid.common.sanitize import printable


class PacgridError(Exception):
    """Base of every error that the input causes. Its message is one clear line, without control
    characters; the command line prints it."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class LayoutError(PacgridError):
    """A layout can't be played; the message has file, line, column, the error and the fix."""


class MazeError(PacgridError):
    """A maze's name or options are wrong, or no such maze fits; the message has the fix."""


class IllegalMoveError(PacgridError, ValueError):
    """A move that the rules don't allow; has the `state`, a `State`, and the `action`."""

    def __init__(self, state: Any, action: object) -> None:
        self.state = state
        self.action = action
        mover = f"ghost {state.to_move}" if state.to_move else "Pac-Man"
        if state.is_terminal:
            reason = f"the game is over ({'won' if state.is_win else 'lost'})"
        else:
            legal = ", ".join(map(str, state.legal_actions()))
            reason = name_fix(action) or f"{mover} may go {legal}"
        name = str(action) if isinstance(action, Action) else repr(action)
        super().__init__(f"{mover} can't play {name}: {reason}\n{state}")


class GameError(PacgridError):
    """A game can't be loaded or played; for a tree, the message has file, line, column, error and
    fix."""


class AgentError(PacgridError):
    """An agent can't be loaded or built; `details` has the frames of its author's code."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = printable(details)


class UtilityError(PacgridError, ValueError):
    """Points for which a utility function has no value."""


class TeamError(PacgridError):
    """Ghosts that can't play together."""


class RecordError(PacgridError):
    """A file that is not a record, or a record whose game breaks the rules."""
