"""`--layout` and `--position`: the board of a game, and the position that it starts from."""

import sys
from pathlib import Path
from typing import Any

from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.common.files import read_regular_file
from pacgrid.games.board_setup import find_position
from pacgrid.games.pacman import drawn_layout
from pacgrid.layout import MAX_BYTES, Layout, LayoutError, layout_notes
from pacgrid.state import State

DEFAULT_LAYOUT = "medium"


def load_layout(source: str) -> Layout:
    """The shipped layout of that name, or the one in that file, which may have defects: a note says
    what was mended. `NAME` may stand for `layouts/NAME.lay`. Raises LayoutError."""
    file = Path("layouts") / f"{source}.lay"
    known = source in Layout.shipped() or Path(source).exists() or not file.is_file()
    with layout_notes(lambda line: note(f"Note: {line}")):
        return Layout.load(source if known else file, lenient=True)


def load_board(layout: str | None, position: str | None) -> tuple[Layout, State | None]:
    """The layout to play on, and the position to start from if one is given.

    Raises OptionError or LayoutError.
    """
    if not position:
        return load_layout(layout or DEFAULT_LAYOUT), None
    if layout:
        raise OptionError("--position has its own layout; leave out --layout")
    start = load_position(position)
    return drawn_layout(start, "" if position == "-" else Path(position).stem), start


def load_position(source: str) -> State:
    """The position to start a game from: see `read_position`.

    Raises:
        LayoutError: it can't be read; names the line.
        OptionError: no game can start from it.
    """
    start, name = read_position(source), _name(source)
    if start.is_terminal:
        raise OptionError(f"{name}: the game is over in this position")
    if start.to_move:
        raise OptionError(
            f"{name}: ghost {start.to_move} is to move, but a game starts with Pac-Man;"
            " write `to move: Pac-Man`"
        )
    return start


def read_position(source: str) -> State:
    """The position drawn in the file `source`, or on stdin for `-`: what `print(state)` prints.

    Raises LayoutError, which names the line.
    """
    return State.parse(_text(source), _name(source))


def read_game_position(source: str, start: Any) -> Any:
    """The position of another game, which begins at `start`, drawn in the same way.

    Raises OptionError if the file can't be read, or GameError if there is no such position.
    """
    try:
        text = _text(source)
    except LayoutError as error:
        raise OptionError(str(error)) from None
    return find_position(start, text, _name(source))


def _text(source: str) -> str:
    name = _name(source)
    try:
        data = sys.stdin.buffer.read() if source == "-" else read_regular_file(source, MAX_BYTES)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LayoutError(f"{name}: is not a text file; a position is drawn in text") from None
    except OSError as error:
        raise LayoutError(f"{name}: can't be read: {error.strerror}") from None


def _name(source: str) -> str:
    return "<stdin>" if source == "-" else source
