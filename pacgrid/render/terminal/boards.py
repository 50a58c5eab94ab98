"""One or several boards in a terminal: how large, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from rich.text import Text

from pacgrid.maze import Maze
from pacgrid.render.terminal.board import Type, board_text
from pacgrid.render.terminal.colourless import without_tints
from pacgrid.render.terminal.sitting import Sitting
from pacgrid.render.terminal.status import header
from pacgrid.render.terminal.style import Style, beside

GAP = 3
"""Columns between two blocks."""
PART_COLUMNS, PART_ROWS = 20, 7
"""Of several boards that don't fit, this much of each is worth showing."""
LEAST_PART = 15
"""Columns of each that are better than not to show it at all: four boards in 80 columns have 17."""


@dataclass(frozen=True)
class Plan:
    """How boards are set."""

    columns: int
    """Of a cell."""
    stacked: bool
    """Whether one stands above the other."""
    shown: tuple[int, ...]

    def width(self, maze: Maze) -> int:
        """The columns of a board."""
        return self.columns * (maze.width - 1) + 1

    def height(self, mazes: Sequence[Maze]) -> int:
        """The rows that all boards take, with their headers if there are several."""
        heights = [mazes[number].height + (len(mazes) > 1) for number in self.shown]
        return sum(heights) if self.stacked else max(heights)

    def share(self, columns: int) -> int:
        """The columns for each board, where there are so many."""
        across = 1 if self.stacked else len(self.shown)
        return (columns - GAP * (across - 1)) // across


def plan(mazes: Sequence[Maze], columns: int, rows: int) -> Plan:
    """How boards are best set in that room: whole if they can be, with square cells if they can be.

    Of those that don't fit, parts are shown; if there isn't even room for that, only the first.
    """
    everyone = tuple(range(len(mazes)))
    many = len(mazes) > 1
    for cell in (2, 1):
        for stacked in (False, True) if many else (False,):
            made = Plan(cell, stacked=stacked, shown=everyone)
            widest = max(map(made.width, mazes))
            if widest <= made.share(columns) and (made.height(mazes) <= rows or not many):
                return made
    if not many:
        return Plan(1, stacked=False, shown=everyone)
    parts = Plan(1, stacked=False, shown=everyone)
    if parts.share(columns) >= PART_COLUMNS:
        return parts
    if rows // len(mazes) >= PART_ROWS:
        return Plan(1, stacked=True, shown=everyone)
    return parts if parts.share(columns) >= LEAST_PART else Plan(1, stacked=False, shown=(0,))


def blocks(
    sitting: Sitting, wanted: Plan, columns: int, rows: int, style: Style
) -> list[list[Text]]:
    """The lines of each board; of several, with their headers."""
    many = len(sitting.player.shows) > 1
    rows //= len(wanted.shown) if wanted.stacked else 1
    made = []
    for number in wanted.shown:
        scene = sitting.player.scene(number)
        if not style.colours:
            spacious = wanted.columns > 1
            scene = without_tints(scene, unicode=style.unicode, over_food=spacious)
        board = board_text(
            scene,
            type_=Type(columns=wanted.columns, unicode=style.unicode),
            room=(wanted.share(columns), max(rows - many, 1)),
            theme=style.theme,
        )
        above = [header(sitting, number, style)] if many else []
        made.append([*above, *board.split("\n", allow_blank=True)])
    return made


def set_out(made: Sequence[Sequence[Text]], wanted: Plan, widths: Sequence[int]) -> list[Text]:
    """Blocks of lines where they belong: next to each other, or one above the other."""
    if wanted.stacked or len(made) == 1:
        return [*chain.from_iterable(made)]
    return beside(made, widths, GAP)
