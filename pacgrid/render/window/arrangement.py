"""Where everything is in a window of some size."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from pacgrid.render.sdl import pygame

HEADER, FOOTER, TIMELINE, TIMELINE_ROW = 54, 40, 16, 34
"""The heights of the bars; these and all other lengths are in units. A timeline has a row for each
of its games."""
MARGIN, STRIP, LINE, WORDS = 12, 52, 26, 58
"""The distance between things; the heights of the words above each of several boards, of the line
below a lone one, and of an explanation below all of them."""
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


class BoardSize(NamedTuple):
    """What a board needs to know about its room. A maze counts in cells, a diagram in its units."""

    width: float
    height: float
    weight: float = 1
    least_unit: float = 0
    is_diagram: bool = False
    """Cells of mazes have whole pixels, and are alike on all boards."""


class Arrangement:
    """The areas of a window, in pixels, with cells as large as they can be; an area without room is
    empty. Don't change them.

    Args:
        size: that of the window.
        sizes: those of the boards side by side.
        agents: how many cards there are; 0: there is no panel.
        insight: whether an overlay is on that the panel belongs to.
        timeline: how many ordinary rows high the timeline is; None: there is none.
        words: whether there is an explanation below the boards.
        titles: how many lines of words are above each of several boards, 0 to 2.
    """

    def __init__(
        self,
        size: Size,
        sizes: tuple[BoardSize, ...],
        *,
        agents: int = 0,
        insight: bool = False,
        timeline: float | None = None,
        footer: bool = True,
        words: bool = False,
        titles: int = 2,
    ) -> None:
        self.unit = unit_for(size)
        """Pixels for what has one pixel in a window of ordinary size."""
        several = len(sizes) > 1
        strip, gap = several * titles * self._pixels(STRIP) // 2, self._pixels(MARGIN) // 2
        low = size[1] < self._pixels(LOWEST_WITH_TIMELINE)
        history = 0 if low or timeline is None else TIMELINE + TIMELINE_ROW * max(timeline, 0.5)
        self.header, rest = _split(Rect((0, 0), size), self._pixels(HEADER))
        rest, self.footer = _split(rest, rest.height - self._pixels(FOOTER) * footer)
        self.middle, self.timeline = _split(rest, rest.height - self._pixels(history))
        """The boards, and what is free around them; and the timeline."""
        below = self._pixels(WORDS) * words
        self.middle, self.words = _split(self.middle, self.middle.height - below)
        self.cards = self.insight = self.line = Rect(self.middle.topright, (0, 0))
        """The panel of a lone board, or else a line below it."""
        if several:
            areas = self._side_by_side(sizes, strip)
        else:
            if agents:
                self._add_panel(sizes[0], agents, insight=insight)
            areas = [self.middle]
        self.boards = self._boards(sizes, areas)
        self.strips = []
        """Above each board, if there are several."""
        for area, board in zip(areas, self.boards, strict=True):
            top = max(board.top - gap, area.top) - strip
            if strip:
                self.strips.append(Rect(area.left, top, area.width, strip))

    def _pixels(self, units: float) -> int:
        return round(units * self.unit)

    def _free(self, area: Rect) -> Rect:
        return area.inflate(-2 * self._pixels(MARGIN), -2 * self._pixels(MARGIN))

    def _cell(self, board: BoardSize, area: Rect) -> float:
        """The largest cell, or unit of a diagram, with which the board fits there."""
        free = self._free(area)
        cell = min(free.width / board.width, free.height / board.height)
        cell = min(max(cell, SMALLEST_CELL, board.least_unit * max(self.unit, 1)), LARGEST_CELL)
        return cell if board.is_diagram else int(cell)

    def _fits(self, board: BoardSize, area: Rect) -> bool:
        """Whether all of the board is shown there."""
        free, cell = self._free(area), self._cell(board, area)
        return board.width * cell <= free.width + 1 and board.height * cell <= free.height + 1

    def _boards(self, sizes: Sequence[BoardSize], areas: Sequence[Rect]) -> list[Rect]:
        """Where each board is painted: in the middle of its area."""
        boards = []
        cells = [*map(self._cell, sizes, areas)]
        alike = [cell for cell, size in zip(cells, sizes, strict=True) if not size.is_diagram]
        for cell, size, area in zip(cells, sizes, areas, strict=True):
            if size.is_diagram:
                free = self._free(area)
                width, height = (
                    min(size.width * cell, free.width),
                    min(size.height * cell, free.height),
                )
                board = Rect(0, 0, max(round(width), 1), max(round(height), 1))
            else:
                board = Rect(0, 0, size.width * min(alike), size.height * min(alike))
            board.center = area.center
            boards.append(board)
        return boards

    def _add_panel(self, board: BoardSize, agents: int, *, insight: bool) -> None:
        """Take a panel beside the board or below it from the middle, or else a line."""
        middle, margin = self.middle, self._pixels(MARGIN)
        width, height = self._pixels(PANEL), self._pixels(LOWEST_PANEL)
        beside = self._cell(board, Rect(0, 0, middle.width - width, middle.height))
        above = self._cell(board, Rect(0, 0, middle.width, middle.height - height))
        least = self._cell(board, middle) * (LEAST_INSIGHTFUL if insight else LEAST)
        least = max(least, LEAST_CELL * self.unit)
        if beside >= max(least, BESIDE * above):
            free = round(middle.width - board.width * beside) - 4 * margin
            width = min(max(free, width), self._pixels(WIDEST_PANEL))
            self.middle = Rect(middle.topleft, (middle.width - width, middle.height))
            panel = Rect(self.middle.topright, (width, middle.height))
            most = panel.height * MOST_CARDS if insight else panel.height
            cards = min(self._pixels(LARGEST_CARD * agents + MARGIN), round(most))
            self.cards, self.insight = _split(panel, cards)
        elif above >= least:
            needed = round(board.height * above) + 2 * margin
            self.middle, panel = _split(middle, min(needed, middle.height - height))
            self.cards = Rect(margin, panel.top, panel.width // 2 - margin, panel.height)
            self.insight = self.cards.move(self.cards.width, 0)
        else:
            self.middle, self.line = _split(middle, middle.height - self._pixels(LINE))

    def _side_by_side(self, sizes: tuple[BoardSize, ...], strip: int) -> list[Rect]:
        """The area of each board below its strip: as many in a row as gives the largest cells; or,
        if some have more weight, larger for those as far as that uses more of the room."""
        count, middle = len(sizes), self.middle
        if len({size.weight for size in sizes}) > 1:
            weights = ([size.weight**power for size in sizes] for power in (1, 0.5, 0))
            splits = [
                self._split(parts, strip, beside=beside)
                for parts in weights
                for beside in (True, False)
            ]
            whole = [areas for areas in splits if all(map(self._fits, sizes, areas))]
            return max(whole or splits, key=lambda areas: self._painted(sizes, areas))

        def areas(columns: int) -> list[Rect]:
            width, height = middle.width // columns, middle.height // -(-count // columns)
            first = Rect(middle.left, middle.top + strip, width, max(height - strip, 0))
            return [first.move(n % columns * width, n // columns * height) for n in range(count)]

        def worth(columns: int) -> float:
            cell = min(map(self._cell, sizes, areas(columns)))
            return cell * HOLE if count % columns else cell

        return areas(max(range(count, 0, -1), key=worth))

    def _split(self, weights: Sequence[float], strip: int, *, beside: bool) -> list[Rect]:
        """The area of each board below its strip, beside each other or below each other."""
        middle = self.middle
        ends = [end / sum(weights) for end in accumulate(weights, initial=0)]
        areas = []
        for start, end in pairwise(ends):
            area = middle.copy()
            if beside:
                area.left += round(middle.width * start)
                area.width = round(middle.width * end) - round(middle.width * start)
            else:
                area.top += round(middle.height * start)
                area.height = round(middle.height * end) - round(middle.height * start)
            areas.append(Rect(area.left, area.top + strip, area.width, max(area.height - strip, 0)))
        return areas

    def _painted(self, sizes: Sequence[BoardSize], areas: Sequence[Rect]) -> float:
        """How many pixels of the areas are used, by weight."""
        boards = zip(sizes, self._boards(sizes, areas), strict=True)
        return sum(size.weight * board.width * board.height for size, board in boards)


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
