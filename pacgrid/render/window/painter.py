"""Paints frames on surfaces of any size, and knows where everything was painted."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from pacgrid.render.sdl import pygame
from pacgrid.render.text import fitted
from pacgrid.render.window.arrangement import MARGIN, Arrangement, Size, arranged
from pacgrid.render.window.bars import (
    Keys,
    footer_picture,
    paint_banner,
    paint_header,
    paint_strip,
)
from pacgrid.render.window.board import Board
from pacgrid.render.window.panels import ScrollArea, cards_picture, insight_picture
from pacgrid.render.window.sheet import SheetAreas, paint_sheet
from pacgrid.render.window.timeline import paint_timeline, timeline_pictures
from pacgrid.session.frame import Frame
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import Theme

NO_ROOM = "widen the window to see {}"
T = TypeVar("T")


class Painter:
    """Keeps the pictures of what doesn't change from one frame to the next."""

    def __init__(self) -> None:
        self.areas = arranged((1, 1), ((1, 1),))
        """Of the frame that was painted last; so are the others."""
        self.keys: Keys = []
        self.span = 1
        """The ply at the right end of the timeline."""
        self.sheet: SheetAreas | None = None
        self.panels = ScrollArea(), ScrollArea()
        """The cards, and the insight."""
        self._lit: list[Overlay] = []  # overlays that were on in the frame before
        self._looks: tuple[Arrangement, Theme] | None = None
        self._pictures: dict[Hashable, tuple[Hashable, Any]] = {}

    def paint(self, surface: pygame.Surface, frame: Frame) -> None:
        """Paint all of it."""
        theme = frame.theme
        areas = self.areas = _areas(frame, surface.get_size())
        unit = areas.unit
        if self._looks != (areas, theme):
            self._looks = areas, theme
            self._pictures.clear()
        surface.fill(theme.background)
        for number, (board, area) in enumerate(zip(frame.boards, areas.boards, strict=True)):
            maze = board.scene.maze
            painter = self._kept(number, maze, partial(Board, maze, areas.cell, theme))
            painter.paint(surface, board.scene, area.topleft)
        for board, area in zip(frame.boards, areas.strips, strict=False):
            paint_strip(surface, area, board, theme, unit)
        self._paint_panels(surface, frame)
        self._paint_bars(surface, frame)
        if frame.caption.banner:
            paint_banner(surface, areas.middle, frame.caption.banner, theme, unit)
        self.span = frame.timeline.span
        self.sheet = paint_sheet(surface, frame.sheet, theme) if frame.sheet else None

    def _paint_panels(self, surface: pygame.Surface, frame: Frame) -> None:
        """The cards and the insight, or a line if there is no room for them."""
        board, theme, unit = frame.boards[0], frame.theme, self.areas.unit
        cards, insight = board.cards, board.insight
        lit = [switch.overlay for switch in frame.switches if switch.is_on]
        areas = self.areas
        self.panels[0].area, self.panels[1].area = areas.cards, areas.insight
        if cards and areas.cards.width:
            picture = self._kept(
                "cards", cards, lambda: cards_picture(cards, areas.cards.size, theme, unit)
            )
            self.panels[0].paint(surface, picture, theme, unit)
        if insight and areas.insight.width:
            picture, tops = self._kept(
                "insight",
                insight,
                lambda: insight_picture(insight, areas.insight.width, theme, unit),
            )
            new = [overlay for overlay in lit if overlay not in self._lit]
            if len(new) == 1:
                self.panels[1].show(tops.get(new[0], picture.get_height()))
            self.panels[1].paint(surface, picture, theme, unit)
        self._lit = lit
        if self.areas.line.height:
            overlays = ", ".join(overlay.label for overlay in lit)
            text = NO_ROOM.format(overlays) if insight else frame.caption.last_move
            size, room = round(17 * unit), self.areas.line.width - 2 * round(MARGIN * unit)
            line = fitted(text, size, theme.faint, room)
            surface.blit(line, line.get_rect(center=self.areas.line.center))

    def _paint_bars(self, surface: pygame.Surface, frame: Frame) -> None:
        areas, theme, unit = self.areas, frame.theme, self.areas.unit
        paint_header(surface, areas.header, frame.caption, theme, unit)
        if areas.timeline.height and frame.timeline.rows:
            timeline, area = frame.timeline, areas.timeline
            pictures = self._kept(
                "timeline",
                (timeline.rows, timeline.span),
                lambda: timeline_pictures(timeline, area.size, theme, unit),
            )
            paint_timeline(surface, area, timeline, pictures, theme, unit)
        self.keys = []
        if areas.footer.height:
            footer, self.keys = self._kept(
                "footer",
                (frame.keys, frame.switches),
                lambda: footer_picture(areas.footer, frame.keys, frame.switches, theme, unit),
            )
            surface.blit(footer, areas.footer)

    def _kept(self, name: Hashable, looks: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives; kept until what it depends on, `looks`, has changed."""
        kept = self._pictures.get(name)
        if kept is None or kept[0] != looks:
            kept = self._pictures[name] = looks, make()
        picture: T = kept[1]
        return picture


def _areas(frame: Frame, size: Size) -> Arrangement:
    mazes = tuple((board.scene.maze.width, board.scene.maze.height) for board in frame.boards)
    board = frame.boards[0]
    return arranged(
        size,
        mazes,
        agents=len(board.cards),
        insight=board.insight is not None,
        timelines=len(frame.timeline.rows),
        footer=bool(frame.keys or frame.switches),
    )
