"""`--layout`, `--position`, `--ghosts`, `--rounds`: where Pac-Man plays, against whom, how long."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.cli.console import note
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    complete_ghosts,
    split_names,
)
from pacgrid.common.files import read_regular_file
from pacgrid.game import Limits
from pacgrid.games.board_setup import find_position
from pacgrid.games.pacman import drawn_layout
from pacgrid.layout import MAX_BYTES, Layout, LayoutError, layout_notes
from pacgrid.session.game_source import NAME
from pacgrid.state import State


def _all_names(texts: list[str] | None) -> list[str]:
    return [name for text in texts or () for name in split_names(text)]


@dataclass(frozen=True)
class BoardChoice:
    """The board of Pac-Man's games, and his ghosts."""

    layout: LayoutOption = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Start from a position in a text file, as print(state) prints it; - reads stdin.",
        ),
    ] = None
    ghosts: Annotated[
        list[str] | None,
        typer.Option(
            "--ghosts",
            "-g",
            metavar="GHOSTS",
            help="The ghosts' agent, or a team from `pacgrid agents`. Repeat, or put commas between"
            " names, to give ghosts different agents. Default: directional_ghost.",
            callback=_all_names,
            autocompletion=complete_ghosts,
        ),
    ] = None
    num_ghosts: NumGhostsOption = None

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.layout or self.position or self.ghosts or self.num_ghosts is not None)

    def has_person(self, *agents: str) -> bool:
        """Whether a person plays one of the `agents`, or a ghost."""
        return NAME in (*agents, *(self.ghosts or ()))

    def matchups(self, *agents: str, limits: Limits) -> list[Matchup]:
        """The matchup of each of the `agents` with the ghosts. Raises as `Matchup.of`."""
        board, start = load_board(self.layout, self.position)
        ghosts = self.ghosts or ()
        return [
            Matchup.of(board, each, ghosts, num_ghosts=self.num_ghosts, limits=limits, start=start)
            for each in agents
        ]


@dataclass(frozen=True)
class LimitChoice:
    """When games end."""

    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="End a game after N rounds. Default: 1000; no limit when you play.",
        ),
    ] = None
    move_seconds: MoveSecondsOption = None

    def limits(self, *, person: bool) -> Limits:
        """By default there is no limit on the rounds of a person's game."""
        rounds = self.rounds or (None if person else Limits.rounds)
        return Limits(rounds=rounds, move_seconds=self.move_seconds)


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
