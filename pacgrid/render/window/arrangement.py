"""Where everything is in a window of some size."""

from dataclasses import dataclass
from functools import lru_cache

from pacgrid.render.sdl import pygame

HEADER, FOOTER, MARGIN = 54, 40, 12
"""Heights of the bars, and the distance between things; these and all others are in units."""
TIMELINE, TIMELINE_ROW = 16, 34
"""The height of a timeline: in any case, and for each of its games."""
STRIP, LINE = 52, 26
"""The heights of the words above each of several boards, and of the line below a lone one."""
PANEL, WIDEST_PANEL, LOWEST_PANEL = 290, 400, 170
"""The width of a panel beside the board, and the height of one below it."""
LARGEST_CARD, LOWEST_CARD = 52, 24
"""The height of an agent's card, where there is room and where there isn't."""
MOST_CARDS = 0.4
"""How much of a panel cards take where there is something else to show."""
LOWEST_WITH_TIMELINE = 260
"""In a lower window the board needs the room."""
SMALLEST_CELL, LARGEST_CELL = 1, 400
"""Pixels."""
SMALL, LARGE, SMALLEST_UNIT = (760, 540), (1280, 720), 0.5
"""In windows between these sizes, in pixels, a unit is a pixel; it is smaller in smaller ones, and
larger in larger ones."""
BELOW = 0.8
"""A panel goes below the board if cells beside it would be smaller by that much."""
LEAST_CELL, LEAST_INSIGHTFUL = 0.66, 0.45
"""There is no panel if cells would be smaller by that much for it, or, with an overlay, by that."""
LEAST_WITH_PANEL = 8
"""Nor if they would be smaller than this."""
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
    small, large = (min(size[0] / side[0], size[1] / side[1]) for side in (SMALL, LARGE))
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
    margin, strip = round(MARGIN * unit), round(STRIP * unit)
    has_timeline = timelines and size[1] >= round(LOWEST_WITH_TIMELINE * unit)
    header, rest = _split(Rect((0, 0), size), round(HEADER * unit))
    rest, foot = _split(rest, -round(FOOTER * unit) if footer else rest.height)
    history = -round((TIMELINE + TIMELINE_ROW * timelines) * unit)
    middle, timeline = _split(rest, history if has_timeline else rest.height)
    cards = thoughts = line = Rect(middle.topright, (0, 0))
    areas = [middle]
    if len(mazes) > 1:
        areas = _side_by_side(mazes, middle, strip, margin)
    elif agents:
        middle, cards, thoughts, line = _with_panel(mazes[0], middle, agents, insight, unit)
        areas = [middle]
    cell = min(_cell(maze, area, margin) for maze, area in zip(mazes, areas, strict=True))
    boards, strips = [], []
    for maze, area in zip(mazes, areas, strict=True):
        board = Rect(0, 0, maze[0] * cell, maze[1] * cell)
        board.center = area.center
        top = max(board.top - margin // 2, area.top) - strip
        boards.append(board)
        strips.append(Rect(area.left, top, area.width, strip))
    return Arrangement(
        unit,
        cell,
        header=header,
        middle=middle,
        boards=tuple(boards),
        strips=tuple(strips) if len(mazes) > 1 else (),
        cards=cards,
        insight=thoughts,
        line=line,
        timeline=timeline,
        footer=foot,
    )


def _with_panel(
    maze: Size, middle: Rect, agents: int, insight: bool, unit: float
) -> tuple[Rect, Rect, Rect, Rect]:
    """The areas of the board, the cards, the insight, and the line: a panel beside the board or
    below it, or else a line."""
    margin, width, height = (round(units * unit) for units in (MARGIN, PANEL, LOWEST_PANEL))
    nothing = Rect(middle.topright, (0, 0))
    beside = _cell(maze, Rect(0, 0, middle.width - width, middle.height), margin)
    above = _cell(maze, Rect(0, 0, middle.width, middle.height - height), margin)
    least = _cell(maze, middle, margin) * (LEAST_INSIGHTFUL if insight else LEAST_CELL)
    least = max(least, LEAST_WITH_PANEL * unit)
    if beside >= max(least, BELOW * above):
        free = middle.width - maze[0] * beside - 4 * margin
        width = min(max(free, width), round(WIDEST_PANEL * unit))
        board = Rect(middle.topleft, (middle.width - width, middle.height))
        panel = Rect(board.topright, (width, middle.height))
        cards = LARGEST_CARD * unit * agents + margin
        most = panel.height * (MOST_CARDS if insight else 1)
        return board, *_split(panel, round(min(cards, most))), nothing
    if above >= least:
        board, panel = _split(middle, min(maze[1] * above + 2 * margin, middle.height - height))
        left = Rect(margin, panel.top, panel.width // 2 - margin, panel.height)
        return board, left, left.move(left.width, 0), nothing
    board, line = _split(middle, -round(LINE * unit))
    return board, nothing, nothing, line


def _split(area: Rect, height: int) -> tuple[Rect, Rect]:
    """The upper part of an area, and the rest: `-height` pixels if that is negative."""
    if height < 0:
        height += area.height
    height = min(max(height, 0), area.height)
    upper = Rect(area.topleft, (area.width, height))
    return upper, Rect(upper.bottomleft, (area.width, area.height - height))


def _cell(maze: Size, area: Rect, margin: int) -> int:
    """The largest cell with which the board fits there."""
    cell = min((area.width - 2 * margin) // maze[0], (area.height - 2 * margin) // maze[1])
    return min(max(cell, SMALLEST_CELL), LARGEST_CELL)


def _side_by_side(mazes: tuple[Size, ...], middle: Rect, strip: int, margin: int) -> list[Rect]:
    """The area of each board below its strip: as many in a row as gives the largest cells."""
    count = len(mazes)

    def areas(columns: int) -> list[Rect]:
        width, height = middle.width // columns, middle.height // -(-count // columns)
        first = Rect(middle.left, middle.top + strip, width, max(height - strip, 0))
        return [first.move(n % columns * width, n // columns * height) for n in range(count)]

    def worth(columns: int) -> float:
        pairs = zip(mazes, areas(columns), strict=True)
        cell = min(_cell(maze, area, margin) for maze, area in pairs)
        return cell * (HOLE if count % columns else 1)

    return areas(max(range(count, 0, -1), key=worth))
