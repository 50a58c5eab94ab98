"""Where everything is in a window of some size."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.maze import Maze
from pacgrid.render.window.sdl import pygame

HEADER, FOOTER = 50, 38
"""The heights of the bars, in units."""
TIMELINE, ROW = 16, 34
"""The height of a time line, in units: in any case, and for each of its games."""
STRIP = 52
"""The height of the words above each of several boards, in units."""
PANEL = 290
"""The width of the panel, in units."""
LOWEST_PANEL = 170
"""The height that a panel below the board needs, in units."""
HEADING, LARGEST_CARD = 36, 52
"""The heights of the panel's heading, and of an agent's card if there is room, in units."""
MARGIN = 12
SMALLEST_CELL, LARGEST_CELL = 3, 400
NARROWEST, LOWEST = 760, 540
"""Units that a window has at least, if they aren't to be smaller."""
GOOD_CELLS, GOOD_WIDTH = (40, 64), 860
"""The units that cells have in a good window, and all boards together if they can."""
GOOD_HEIGHT = 700
"""Units in which all that an agent thinks can be told."""
SMALLEST_UNIT = 0.5
HOLE = 0.85
"""What boards side by side are worth if a row isn't full: larger cells must make up for it."""

Size = tuple[int, int]


@dataclass(frozen=True)
class Arrangement:
    """The places in a window. All are in pixels; a place without room is empty."""

    unit: float
    """Pixels for what has one pixel in a window of ordinary size on an ordinary screen."""
    cell: int
    header: pygame.Rect
    boards: tuple[pygame.Rect, ...]
    strips: tuple[pygame.Rect, ...]
    """Above each board, if there are several."""
    agents: pygame.Rect
    thought: pygame.Rect
    timeline: pygame.Rect
    footer: pygame.Rect

    def pixels(self, units: float) -> int:
        """So many units in pixels."""
        return max(round(units * self.unit), 1)


def unit_for(size: Size, screen: float) -> float:
    """The unit in a window of that size, on a screen where it is `screen` at most."""
    fitting = min(size[0] / NARROWEST, size[1] / LOWEST)
    return max(min(fitting, screen), min(SMALLEST_UNIT, screen))


def arranged(size: Size, mazes: Sequence[Maze], seats: int, screen: float = 1) -> Arrangement:
    """The places in a window of that size, with the cells as large as can be.

    Args:
        mazes: the mazes of the games side by side.
        seats: how many agents there are in each.
        screen: the unit of the screen, see `unit_for`.
    """
    unit = unit_for(size, screen)
    width, height = size

    def pixels(units: float) -> int:
        return round(units * unit)

    header = pygame.Rect(0, 0, width, min(pixels(HEADER), height))
    footer = _bottom(size, pixels(FOOTER), 0)
    timeline = _bottom(size, pixels(TIMELINE + ROW * len(mazes)), footer.height)
    if height < pixels(260):  # the board is what counts
        timeline = pygame.Rect(0, footer.top, width, 0)
    middle = pygame.Rect(0, header.bottom, width, max(timeline.top - header.bottom, 0))
    nothing = pygame.Rect(width, middle.top, 0, 0)
    if len(mazes) > 1:
        return _side_by_side(
            mazes, middle, Arrangement(unit, 0, header, (), (), nothing, nothing, timeline, footer)
        )
    margin = pixels(MARGIN)
    alone = _cell(mazes[0], middle, margin)
    wide, low = middle.copy(), middle.copy()
    wide.width -= pixels(PANEL)
    low.height -= pixels(LOWEST_PANEL)
    beside, above = _cell(mazes[0], wide, margin), _cell(mazes[0], low, margin)
    agents = thought = nothing
    area, cell = middle, alone
    if beside >= max(0.66 * alone, 0.8 * above, pixels(10)):
        cell, area = beside, wide
        side = pygame.Rect(wide.right, middle.top, middle.width - wide.width, middle.height)
        cards = min(pixels(HEADING + LARGEST_CARD * seats + 6), side.height)
        agents = pygame.Rect(side.topleft, (side.width, cards))
        thought = pygame.Rect(side.left, agents.bottom, side.width, side.height - cards)
    elif above >= max(0.8 * alone, pixels(10)):
        cell = above
        area = pygame.Rect(middle.topleft, (width, mazes[0].height * cell + 2 * margin))
        left = pygame.Rect(0, area.bottom, width // 2, middle.bottom - area.bottom)
        agents, thought = left, left.move(left.width, 0)
    board = pygame.Rect(0, 0, mazes[0].width * cell, mazes[0].height * cell)
    board.center = area.center
    return Arrangement(unit, cell, header, (board,), (), agents, thought, timeline, footer)


def good_size(mazes: Sequence[Maze], screen: Size, unit: float) -> Size:
    """A size for a window that shows these games well on a screen of that size."""
    most = int(screen[0] * 0.92), int(screen[1] * 0.85)
    columns = sum(maze.width for maze in mazes)
    cell = min(max(GOOD_WIDTH // columns, GOOD_CELLS[0]), GOOD_CELLS[1])
    wide = columns * cell + 2 * MARGIN
    high = max(maze.height for maze in mazes) * cell + 2 * MARGIN
    wide += PANEL if len(mazes) == 1 else 0
    high += HEADER + FOOTER + TIMELINE + ROW * len(mazes) + (STRIP if len(mazes) > 1 else 0)
    wide, high = max(wide, NARROWEST), max(high, GOOD_HEIGHT)
    return min(int(wide * unit), most[0]), min(int(high * unit), most[1])


def _cell(maze: Maze, area: pygame.Rect, margin: int) -> int:
    """The largest cell with which the board fits there."""
    wide, high = area.width - 2 * margin, area.height - 2 * margin
    return min(max(min(wide // maze.width, high // maze.height), SMALLEST_CELL), LARGEST_CELL)


def _bottom(size: Size, high: int, below: int) -> pygame.Rect:
    return pygame.Rect(0, max(size[1] - below - high, 0), size[0], high)


def _side_by_side(mazes: Sequence[Maze], middle: pygame.Rect, places: Arrangement) -> Arrangement:
    """The boards in a row or in a column, whichever gives larger cells."""
    count, strip, margin = len(mazes), places.pixels(STRIP), places.pixels(MARGIN)

    def areas(columns: int) -> list[pygame.Rect]:
        rows = -(-count // columns)
        wide, high = middle.width // columns, middle.height // rows
        return [
            pygame.Rect(
                middle.left + wide * (number % columns),
                middle.top + high * (number // columns) + strip,
                wide,
                max(high - strip, 0),
            )
            for number in range(count)
        ]

    def cell(found: list[pygame.Rect]) -> int:
        return min(_cell(maze, area, margin) for maze, area in zip(mazes, found, strict=True))

    def worth(columns: int) -> float:
        return cell(areas(columns)) * (HOLE if count % columns else 1)

    best = areas(max(range(count, 0, -1), key=worth))
    size = cell(best)
    boards, strips = [], []
    for maze, area in zip(mazes, best, strict=True):
        board = pygame.Rect(0, 0, maze.width * size, maze.height * size)
        board.center = area.center
        boards.append(board)
        strips.append(pygame.Rect(area.left, board.top - strip - margin // 2, area.width, strip))
    return Arrangement(
        places.unit,
        size,
        places.header,
        tuple(boards),
        tuple(strips),
        places.agents,
        places.thought,
        places.timeline,
        places.footer,
    )
