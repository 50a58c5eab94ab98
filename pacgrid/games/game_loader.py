"""Loads games by name, with options: shipped ones and files."""

import ast
import inspect
import re
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from pacgrid.common.binding import why_not_callable
from pacgrid.common.failure import Failure, reason_of
from pacgrid.common.files import read_regular_file
from pacgrid.common.gone import gone
from pacgrid.common.suggestion import did_you_mean, similar_file
from pacgrid.errors import PacgridError
from pacgrid.games.board_state import BoardState
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_error import GameError
from pacgrid.games.game_file import game_in_file, problem_with

GAMES: Mapping[str, str] = {
    "tictactoe": "TicTacToe",
    "hexapawn": "Hexapawn",
    "nim": "Nim",
    "pig": "Pig",
    "uniform": "Uniform",
}
"""The class of each shipped game. Its module has the game's name."""

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<options>.*))?")
MAX_BYTES = 1_000_000
"""The size of the largest file with a tree."""


def load_game(text: str) -> BoardState:
    """The first position of the game that `text` names: `tictactoe`, `nim:heaps=3-4-5`, the name of
    a shipped tree, or a file: a tree in `my.tree`, a class in `my_game.py`.

    Raises GameError.
    """
    name, _, options = text.partition(":")
    if text.endswith(".tree"):
        return DrawnTree.parse(tree_text(text), text)
    if name in tree_names() and not options:
        return DrawnTree.parse(tree_text(f"{name}.tree"), f"{name}.tree")
    if match := _FILE.fullmatch(text):
        name, options = match["path"], match["options"] or ""
        kind = game_in_file(name)
    elif name in GAMES:
        kind = game_class(name)
    else:
        choice = f"choose {', '.join(GAMES)}, a .tree or a .py file"
        hint = did_you_mean(name, game_names()) or choice
        raise GameError(gone(f"the game {name}") or f"no game {name!r}; {hint}")
    return _initial(kind, _options(text, options), text, name)


def file_of(text: str) -> str:
    """The path of the Python file that `text` names as a game; empty if it names none."""
    match = _FILE.fullmatch(text)
    return match["path"] if match else ""


def game_names() -> tuple[str, ...]:
    """The names of the shipped games and trees."""
    return (*GAMES, *tree_names())


def tree_names() -> tuple[str, ...]:
    """The names of the shipped trees, in alphabetical order."""
    entries = (Path(entry.name) for entry in (files("pacgrid.games") / "trees").iterdir())
    return tuple(sorted(path.stem for path in entries if path.suffix == ".tree"))


def game_class(name: str) -> type[Any]:
    """The class of a shipped game's positions; its `initial` takes the options."""
    game: type[Any] = getattr(import_module(f"pacgrid.games.{name}"), GAMES[name])
    return game


def tree_text(path: str) -> str:
    """The text of the file at `path`, or of the shipped tree `NAME.tree` if there is no such file.

    Raises GameError.
    """
    try:
        return read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        if path.removesuffix(".tree") in tree_names():
            return (files("pacgrid.games") / "trees" / path).read_text("utf-8")
        close = similar_file(path) or did_you_mean(path.removesuffix(".tree"), tree_names())
        raise GameError(f"{path}: no such file; {close or 'check the path'}") from None
    except IsADirectoryError:
        raise GameError(f"{path}: is a directory; name a .tree file in it") from None
    except UnicodeDecodeError:
        raise GameError(f"{path}: is not a text file; a tree is written as text") from None
    except OSError as error:
        raise GameError(f"{path}: can't be read: {error.strerror}") from None


def _initial(kind: type[Any], options: Mapping[str, Any], text: str, name: str) -> BoardState:
    """`kind.initial(**options)`. Raises GameError, which begins with `text`."""
    if "self" in inspect.signature(kind.initial).parameters:
        raise GameError(f"{text}: initial() is called on the class; write @staticmethod above it")
    if reason := why_not_callable(kind.initial, options):
        known = ", ".join(inspect.signature(kind.initial).parameters) or "none"
        raise GameError(f"{text}: {reason}; the options of {name} are: {known}")
    try:
        state: BoardState = kind.initial(**options)
        problem = problem_with(state)
    except (PacgridError, ValueError) as error:
        raise GameError(f"{text}: {reason_of(error)}") from None
    except Exception as error:
        raise GameError(f"{text}: {Failure.of(error, name).message}") from None
    if problem:
        raise GameError(f"{text}: {type(state).__name__} {problem}; see docs/games.md")
    return state


def _options(text: str, options: str) -> dict[str, object]:
    """`target=10,die=4` as a mapping; a value is a Python literal if it reads as one."""
    given: dict[str, object] = {}
    for part in filter(None, options.split(",")):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name.isidentifier():
            raise GameError(f"{text}: can't read {part!r}; write NAME:option=value,option=value")
        if name in given:
            raise GameError(f"{text}: the option {name} is given twice")
        try:
            given[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            given[name] = value
    return given
