"""Loads a game from a Python file."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.common.suggestion import why_no_file
from pacgrid.errors import PacgridError
from pacgrid.games.board_state import BoardState
from pacgrid.games.game_error import GameError

MEMBERS = frozenset(name for name in dir(BoardState) if not name.startswith("_"))
"""What a position must have."""


def game_in_file(path: str) -> type[Any]:
    """The class with a method `initial` that the file at `path` defines.

    Raises GameError.
    """
    file = Path(path)
    if not file.is_file():
        raise GameError(f"{path}: {why_no_file(path)}")
    name = f"pacgrid_game_{file.stem}"
    spec = spec_from_file_location(name, file.resolve())
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = Failure.of(error, file).message
        raise GameError(f"{path}: can't be imported: {message}") from None
    games = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == name and hasattr(kind, "initial")
    ]
    if len(games) != 1:
        found = ", ".join(kind.__name__ for kind in games) or "none"
        raise GameError(f"{path}: define one class with a method initial(); it has {found}")
    return games[0]


@contextmanager
def own_errors(title: str) -> Iterator[None]:
    """Raise GameError for an error in the file of a person's own game."""
    try:
        yield
    except PacgridError:
        raise
    except Exception as error:
        path, suffix, _ = title.partition(".py")
        failure = Failure.of(error, path + suffix)
        if not suffix or not failure.frames:
            raise
        raise GameError(f"{title}: {failure.message}") from None


def failure_in_game(error: BaseException, agent: object, state: object) -> Failure | None:
    """What a person's own game did wrong while a shipped agent searched from `state`.

    None if `error` doesn't come from such a game, or if it may be the fault of a person's agent.
    """
    agent_module, game_module = type(agent).__module__, type(state).__module__
    if not agent_module.startswith("pacgrid.") or game_module.startswith("pacgrid."):
        return None
    failure = Failure.in_agent(error, state)
    return failure if failure.frames else None


def problem_with(state: Any) -> str:
    """Why `state` can't be the first position of a game; empty if it can."""
    if missing := _missing(state):
        return f"lacks {missing}"
    rows = state.grid()
    is_board = isinstance(rows, tuple) and rows and all(isinstance(row, tuple) for row in rows)
    if not is_board or len(set(map(len, rows))) != 1 or not rows[0]:
        return f"has a grid() that is no tuple of equally long rows: {rows!r:.60}"
    if not all(isinstance(text, str) for row in rows for text in row):
        return f"has a grid() with squares that are no texts: {rows!r:.60}"
    if state.is_terminal:
        return ""
    if not (actions := state.legal_actions()):
        return "has no legal actions, although is_terminal is False"
    if missing := _missing(after := state.successor(actions[0])):
        return f"has a successor() that returns {after!r:.60}, which lacks {missing}"
    return ""


def _missing(state: object) -> str:
    """What a position must have and this one hasn't."""
    return ", ".join(sorted(MEMBERS - set(dir(state))))
