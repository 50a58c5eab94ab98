"""Where everything is in a window of some size."""

from dataclasses import dataclass
from functools import lru_cache

from pacgrid.render.sdl import pygame

HEADER, FOOTER = 54, 40
"""The heights of the bars, in units."""
TIMELINE, ROW = 16, 34
"""The height of a timeline, in units: in any case, and for each of its games."""
STRIP = 52
"""The height of the words above each of several boards, in units."""
LINE = 26
"""The height of the line below a board that has no panel, in units."""
PANEL, WIDEST_PANEL, LOWEST_PANEL = 290, 400, 170
"""The width of a panel beside the board, and the height of one below it, in units."""
LARGEST_CARD, LOWEST_CARD = 52, 24
"""The height of an agent's card, in units, where there is room and where there isn't."""
MOST_CARDS = 0.4
"""How much of a panel cards take where there is something else to show."""
MARGIN = 12
SMALLEST_CELL, LARGEST_CELL = 1, 400
SMALLEST_UNIT = 0.5
SMALL, LARGE = (760, 540), (1280, 720)
"""Pixels: in a window smaller than the first a unit has less than a pixel; in one larger than the
second it has more."""
LOWEST_WITH_TIMELINE = 260
"""Units: in a lower window the board needs the room."""
PART_OF_SCREEN = 0.85
"""How much of the screen's width and height a window has when it opens."""
KEPT = {True: 0.45, False: 0.66}
"""How much of their size cells keep at least where a panel takes room; by whether it was asked for
by an overlay."""
HOLE = 0.85
"""What boards side by side are worth if a row isn't full: larger cells must make up for it."""

Size = tuple[int, int]
Rect = pygame.Rect


@dataclass(frozen=True)
class Arrangement:
    """The areas of a window, in pixels; an area without room is empty. Don't change them."""

    unit: float
    """Pixels for what has one pixel in a window of ordinary size."""
    cell: int
    header: Rect
    middle: Rect
    """The boards, and what is free around them."""
    boards: tuple[Rect, ...]
    strips: tuple[Rect, ...]
    """Above each board, if there are several."""
    cards: Rect
    insight: Rect
    line: Rect
    """Below a board that has no cards and no insight."""
    timeline: Rect
    footer: Rect


def unit_for(size: Size) -> float:
    """The unit in a window of that size."""
    small, large = (min(size[0] / wide, size[1] / high) for wide, high in (SMALL, LARGE))
    return max(min(small, 1), large, SMALLEST_UNIT)


@lru_cache(maxsize=32)
def arranged(
    size: Size,
    mazes: tuple[Size, ...],
    *,
    agents: int = 0,
    insight: bool = False,
    timelines: int = 0,
    footer: bool = True,
) -> Arrangement:
    """The areas in a window of that size, with cells as large as they can be.

    Args:
        mazes: columns and rows of the mazes side by side.
        agents: how many cards there are; 0: there is no panel.
        insight: whether an overlay is on that the panel belongs to.
        timelines: how many games the timeline has.
    """
    unit = unit_for(size)
    width, height = size

    def pixels(units: float) -> int:
        return round(units * unit)

    top = min(pixels(HEADER), height)
    bottom = max(height - pixels(FOOTER) * footer, top)
    has_timeline = timelines > 0 and height >= pixels(LOWEST_WITH_TIMELINE)
    floor = max(bottom - pixels(TIMELINE + ROW * timelines) * has_timeline, top)
    middle, nothing = Rect(0, top, width, floor - top), Rect(width, top, 0, 0)
    cards = thoughts = line = nothing
    strips: tuple[Rect, ...] = ()
    if len(mazes) > 1:
        areas = _side_by_side(mazes, middle, pixels(STRIP), pixels(MARGIN))
    elif agents:
        area, cards, thoughts, line = _with_panel(mazes[0], middle, agents, insight, unit)
        areas = [area]
    else:
        areas = [middle]
    cell = min(_cell(maze, each, pixels(MARGIN)) for maze, each in zip(mazes, areas, strict=True))
    boards = tuple(_centred(maze, cell, each) for maze, each in zip(mazes, areas, strict=True))
    if len(mazes) > 1:
        high, gap = pixels(STRIP), pixels(MARGIN) // 2
        strips = tuple(
            Rect(each.left, max(board.top - gap, each.top) - high, each.width, high)
            for each, board in zip(areas, boards, strict=True)
        )
    return Arrangement(
        unit,
        cell,
        header=Rect(0, 0, width, top),
        middle=middle if len(mazes) > 1 else areas[0],
        boards=boards,
        strips=strips,
        cards=cards,
        insight=thoughts,
        line=line,
        timeline=Rect(0, floor, width, bottom - floor),
        footer=Rect(0, bottom, width, height - bottom),
    )


def _with_panel(
    maze: Size, middle: Rect, agents: int, insight: bool, unit: float
) -> tuple[Rect, Rect, Rect, Rect]:
    """The areas of the board, the cards, the insight, and the line: a panel beside the board or
    below it, or else a line."""
    margin, panel, low = (round(units * unit) for units in (MARGIN, PANEL, LOWEST_PANEL))
    nothing = Rect(middle.right, middle.top, 0, 0)
    wide = Rect(middle.topleft, (middle.width - panel, middle.height))
    high = Rect(middle.topleft, (middle.width, middle.height - low))
    beside, above = _cell(maze, wide, margin), _cell(maze, high, margin)
    least = max(KEPT[insight] * _cell(maze, middle, margin), 8 * unit)
    if beside >= max(least, 0.8 * above):
        free = middle.width - maze[0] * beside - 4 * margin
        wide.width = middle.width - min(max(free, panel), round(WIDEST_PANEL * unit))
        side = Rect(wide.right, middle.top, middle.width - wide.width, middle.height)
        most = side.height * (MOST_CARDS if insight else 1)
        cards, thoughts = _split(side, round(min(LARGEST_CARD * unit * agents + margin, most)))
        return wide, cards, thoughts, nothing
    if above >= least:
        high.height = min(maze[1] * above + 2 * margin, high.height)
        left = Rect(margin, high.bottom, middle.width // 2 - margin, middle.bottom - high.bottom)
        return high, left, left.move(left.width, 0), nothing
    rest, line = _split(middle, max(middle.height - round(LINE * unit), 0))
    return rest, nothing, nothing, line


def _split(area: Rect, high: int) -> tuple[Rect, Rect]:
    """The upper part of an area, `high` pixels, and the rest."""
    upper = Rect(area.topleft, (area.width, high))
    return upper, Rect(area.left, upper.bottom, area.width, area.height - high)


def _cell(maze: Size, area: Rect, margin: int) -> int:
    """The largest cell with which the board fits there."""
    wide, high = area.width - 2 * margin, area.height - 2 * margin
    return min(max(min(wide // maze[0], high // maze[1]), SMALLEST_CELL), LARGEST_CELL)


def _centred(maze: Size, cell: int, area: Rect) -> Rect:
    board = Rect(0, 0, maze[0] * cell, maze[1] * cell)
    board.center = area.center
    return board


def _side_by_side(mazes: tuple[Size, ...], middle: Rect, strip: int, margin: int) -> list[Rect]:
    """The area of each board below its strip: as many in a row as gives the largest cells."""
    count = len(mazes)

    def areas(columns: int) -> list[Rect]:
        wide, high = middle.width // columns, middle.height // -(-count // columns)
        return [
            Rect(
                middle.left + wide * (number % columns),
                middle.top + high * (number // columns) + strip,
                wide,
                max(high - strip, 0),
            )
            for number in range(count)
        ]

    def worth(columns: int) -> float:
        pairs = zip(mazes, areas(columns), strict=True)
        cell = min(_cell(maze, area, margin) for maze, area in pairs)
        return cell * (HOLE if count % columns else 1)

    return areas(max(range(count, 0, -1), key=worth))
