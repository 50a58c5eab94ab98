"""Loads a game from a Python file."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.games.game_error import GameError


def game_in_file(path: str) -> type[Any]:
    """The class with a method `initial` that the file at `path` defines.

    Raises GameError.
    """
    file = Path(path)
    if not file.is_file():
        raise GameError(f"{path}: {'is not a file' if file.exists() else 'no such file'}")
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
