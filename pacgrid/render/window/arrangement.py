"""Where everything is in a window of some size."""

from functools import lru_cache

from pacgrid.render.sdl import pygame

HEADER, FOOTER, TIMELINE, TIMELINE_ROW = 54, 40, 16, 34
"""The heights of the bars; these and all other lengths are in units. A timeline has a row for each
of its games."""
MARGIN, STRIP, LINE = 12, 52, 26
"""The distance between things; the heights of the words above each of several boards, and of the
line below a lone one."""
PANEL, WIDEST_PANEL, LOWEST_PANEL = 290, 400, 170
"""The width of a panel beside the board, and the height of one below it."""
LARGEST_CARD, LOWEST_CARD, MOST_CARDS = 52, 24, 0.4
"""The height of an agent's card, where there is room and where there isn't; and how much of a panel
cards take where there is something else to show."""
LOWEST_WITH_TIMELINE = 260
"""In a lower window the board needs the room."""
SMALLEST_CELL, LARGEST_CELL = 1, 400
"""Pixels."""
SMALL, LARGE, SMALLEST_UNIT = (760, 540), (1280, 720), 0.5
"""In windows between these sizes, in pixels, a unit is a pixel; it is smaller in smaller ones, and
larger in larger ones."""
BESIDE, LEAST, LEAST_INSIGHTFUL = 0.8, 0.66, 0.45
"""A panel goes beside the board if cells keep the first part of the size that they have with one
below it; it goes nowhere unless they keep the second part of their own size, or the third with an
overlay on."""
LEAST_CELL = 8
"""Nor if it leaves smaller cells, in units."""
HOLE = 0.85
"""What boards side by side are worth if a row isn't full: larger cells must make up for it."""

Size = tuple[int, int]
Rect = pygame.Rect


class Arrangement:
    """The areas of a window, in pixels, with cells as large as they can be; an area without room is
    empty. Don't change them.

    Args:
        size: that of the window.
        mazes: columns and rows of the mazes side by side.
        agents: how many cards there are; 0: there is no panel.
        insight: whether an overlay is on that the panel belongs to.
        timelines: how many games the timeline has.
    """

    def __init__(
        self,
        size: Size,
        mazes: tuple[Size, ...],
        *,
        agents: int = 0,
        insight: bool = False,
        timelines: int = 0,
        footer: bool = True,
    ) -> None:
        self.unit = unit_for(size)
        """Pixels for what has one pixel in a window of ordinary size."""
        strip, gap = self._pixels(STRIP), self._pixels(MARGIN) // 2
        low = size[1] < self._pixels(LOWEST_WITH_TIMELINE)
        history = 0 if low or not timelines else TIMELINE + TIMELINE_ROW * timelines
        self.header, rest = _split(Rect((0, 0), size), self._pixels(HEADER))
        rest, self.footer = _split(rest, rest.height - self._pixels(FOOTER) * footer)
        self.middle, self.timeline = _split(rest, rest.height - self._pixels(history))
        """The boards, and what is free around them; and the timeline."""
        self.cards = self.insight = self.line = Rect(self.middle.topright, (0, 0))
        """The panel of a lone board, or else a line below it."""
        if len(mazes) > 1:
            areas = self._side_by_side(mazes)
        else:
            if agents:
                self._add_panel(mazes[0], agents, insight=insight)
            areas = [self.middle]
        pairs = list(zip(mazes, areas, strict=True))
        self.cell = min(self._cell(maze, area) for maze, area in pairs)
        self.boards = [Rect(0, 0, maze[0] * self.cell, maze[1] * self.cell) for maze in mazes]
        self.strips = []
        """Above each board, if there are several."""
        for area, board in zip(areas, self.boards, strict=True):
            board.center = area.center
            top = max(board.top - gap, area.top) - strip
            if len(mazes) > 1:
                self.strips.append(Rect(area.left, top, area.width, strip))

    def _pixels(self, units: float) -> int:
        return round(units * self.unit)

    def _cell(self, maze: Size, area: Rect) -> int:
        """The largest cell with which the board fits there."""
        free = area.inflate(-2 * self._pixels(MARGIN), -2 * self._pixels(MARGIN))
        cell = min(free.width // maze[0], free.height // maze[1])
        return min(max(cell, SMALLEST_CELL), LARGEST_CELL)

    def _add_panel(self, maze: Size, agents: int, *, insight: bool) -> None:
        """Take a panel beside the board or below it from the middle, or else a line."""
        middle, margin = self.middle, self._pixels(MARGIN)
        width, height = self._pixels(PANEL), self._pixels(LOWEST_PANEL)
        beside = self._cell(maze, Rect(0, 0, middle.width - width, middle.height))
        above = self._cell(maze, Rect(0, 0, middle.width, middle.height - height))
        least = self._cell(maze, middle) * (LEAST_INSIGHTFUL if insight else LEAST)
        least = max(least, LEAST_CELL * self.unit)
        if beside >= max(least, BESIDE * above):
            free = middle.width - maze[0] * beside - 4 * margin
            width = min(max(free, width), self._pixels(WIDEST_PANEL))
            self.middle = Rect(middle.topleft, (middle.width - width, middle.height))
            panel = Rect(self.middle.topright, (width, middle.height))
            most = panel.height * MOST_CARDS if insight else panel.height
            cards = min(self._pixels(LARGEST_CARD * agents + MARGIN), round(most))
            self.cards, self.insight = _split(panel, cards)
        elif above >= least:
            board = maze[1] * above + 2 * margin
            self.middle, panel = _split(middle, min(board, middle.height - height))
            self.cards = Rect(margin, panel.top, panel.width // 2 - margin, panel.height)
            self.insight = self.cards.move(self.cards.width, 0)
        else:
            self.middle, self.line = _split(middle, middle.height - self._pixels(LINE))

    def _side_by_side(self, mazes: tuple[Size, ...]) -> list[Rect]:
        """The area of each board below its strip: as many in a row as gives the largest cells."""
        count, middle, strip = len(mazes), self.middle, self._pixels(STRIP)

        def areas(columns: int) -> list[Rect]:
            width, height = middle.width // columns, middle.height // -(-count // columns)
            first = Rect(middle.left, middle.top + strip, width, max(height - strip, 0))
            return [first.move(n % columns * width, n // columns * height) for n in range(count)]

        def worth(columns: int) -> float:
            cell = min(map(self._cell, mazes, areas(columns)))
            return cell * HOLE if count % columns else cell

        return areas(max(range(count, 0, -1), key=worth))


arranged = lru_cache(maxsize=32)(Arrangement)


def unit_for(size: Size) -> float:
    """The unit in a window of that size."""
    small, large = (min(size[0] / side[0], size[1] / side[1]) for side in (SMALL, LARGE))
    return max(min(small, 1), large, SMALLEST_UNIT)


def _split(area: Rect, height: int) -> tuple[Rect, Rect]:
    """The upper part of an area, so many pixels high if it has them, and the rest."""
    height = min(max(height, 0), area.height)
    upper = Rect(area.topleft, (area.width, height))
    return upper, Rect(upper.bottomleft, (area.width, area.height - height))
