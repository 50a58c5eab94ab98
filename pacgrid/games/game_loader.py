"""Loads games by name, with options: shipped ones and files."""

import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from pacgrid.common.failure import Failure, reason_of
from pacgrid.common.files import read_regular_file
from pacgrid.common.folder_importer import folder_importer
from pacgrid.common.gone import gone
from pacgrid.common.named_options import named_options, option_value, why_not_callable
from pacgrid.common.sanitize import did_you_mean, similar_file, why_no_file
from pacgrid.errors import GameError, PacgridError
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_setup import BoardState

GAMES: Mapping[str, str] = {
    "tictactoe": "TicTacToe",
    "hexapawn": "Hexapawn",
    "nim": "Nim",
    "pig": "Pig",
    "uniform": "Uniform",
}
"""The class of each shipped game. Its module has the game's name."""
OPENSPIEL = "openspiel"
"""What stands before the colon in the name of a game of OpenSpiel."""

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<options>.*))?")
MAX_BYTES = 1_000_000
"""The size of the largest file with a tree."""


def load_game(text: str, position: str = "") -> BoardState:
    """The first position of the game that `text` names: `tictactoe`, `nim:heaps=3-4-5`, the name of
    a shipped tree, a game of OpenSpiel (`openspiel:checkers`), or a file: a tree in `my.tree`, a
    class in `my_game.py`. Of OpenSpiel's chess, the `position` instead.

    Raises GameError.
    """
    name, _, options = text.partition(":")
    if name == OPENSPIEL:
        from pacgrid.games.openspiel_game import load_openspiel

        return load_openspiel(options, position)
    if position:
        raise GameError(f"{text}: only openspiel:chess reads a position; use --after")
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
        if Path(name).is_dir():
            hint = "it is a directory: name a .tree or a .py file in it"
        raise GameError(gone(f"the game {name}") or f"no game {name!r}; {hint}")
    return _initial(kind, _options(text, options), text, name)


def is_shipped(title: str) -> bool:
    """Whether the game of that name needs no file of a person."""
    return title.partition(":")[0] in (*GAMES, OPENSPIEL)


def file_of(text: str) -> str:
    """The path of the Python file that `text` names as a game; empty if it names none."""
    match = _FILE.fullmatch(text)
    return match["path"] if match else ""


def game_names() -> tuple[str, ...]:
    """The names of the shipped games and trees."""
    return (*GAMES, *tree_names())


def tree_names() -> tuple[str, ...]:
    """The names of the shipped trees, in alphabetical order."""
    return tuple(_shipped_trees())


@cache
def _shipped_trees() -> Mapping[str, str]:
    """The text of each shipped tree, by name."""
    text = (files("pacgrid.games") / "lectures.trees").read_text("utf-8")
    _, *parts = re.split(r"^== (\w+) ==\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


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
        if text := _shipped_trees().get(path.removesuffix(".tree")):
            return text
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
    try:
        named = named_options(options)
    except ValueError as error:
        raise GameError(f"{text}: {error}") from None
    if options and not named:
        raise GameError(f"{text}: can't read {options!r}; write NAME:option=value,option=value")
    return {name: option_value(value) for name, value in named.items()}


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
    try:
        module = folder_importer(str(file.resolve().parent)).load(name, str(file.resolve()))
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
