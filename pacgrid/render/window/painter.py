"""Paints frames on surfaces of any size, and knows where everything was painted."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import MARGIN, Arrangement, Size, arranged
from pacgrid.render.window.bars import (
    Buttons,
    footer_picture,
    paint_banner,
    paint_header,
    paint_strip,
)
from pacgrid.render.window.board import Board
from pacgrid.render.window.canvas import Canvas
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
        self.buttons: Buttons = []
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
        canvas = Canvas(surface, theme, areas.unit)
        if self._looks != (areas, theme):
            self._looks = areas, theme
            self._pictures.clear()
        surface.fill(theme.background)
        for number, (board, area) in enumerate(zip(frame.boards, areas.boards, strict=True)):
            maze = board.scene.maze
            painter = self._kept(number, maze, partial(Board, maze, areas.cell, theme))
            painter.paint(surface, board.scene, area.topleft)
        for board, area in zip(frame.boards, areas.strips, strict=False):
            paint_strip(canvas, area, board)
        self._paint_panels(canvas, frame)
        self._paint_bars(canvas, frame)
        if frame.caption.banner:
            paint_banner(canvas, areas.middle, frame.caption.banner)
        self.sheet = paint_sheet(surface, frame.sheet, theme) if frame.sheet else None

    def _paint_panels(self, canvas: Canvas, frame: Frame) -> None:
        """The cards and the insight, or a line if there is no room for them."""
        areas, theme, unit = self.areas, canvas.theme, canvas.unit
        cards, insight = frame.boards[0].cards, frame.boards[0].insight
        lit = [switch.overlay for switch in frame.switches if switch.is_on]
        self.panels[0].area, self.panels[1].area = areas.cards, areas.insight
        if cards and areas.cards.width:
            size = areas.cards.size
            picture = self._kept("cards", cards, lambda: cards_picture(cards, size, theme, unit))
            self.panels[0].paint(canvas, picture)
        if insight and areas.insight.width:
            wide = areas.insight.width
            picture, tops = self._kept(
                "insight", insight, lambda: insight_picture(insight, wide, theme, unit)
            )
            new = [overlay for overlay in lit if overlay not in self._lit]
            if len(new) == 1:
                self.panels[1].show(tops.get(new[0], picture.get_height()))
            self.panels[1].paint(canvas, picture)
        self._lit = lit
        if areas.line.height:
            overlays = ", ".join(overlay.label for overlay in lit)
            text = NO_ROOM.format(overlays) if insight else frame.caption.last_move
            room = areas.line.width - 2 * canvas.pixels(MARGIN)
            canvas.text(text, 17, theme.faint, room, center=areas.line.center)

    def _paint_bars(self, canvas: Canvas, frame: Frame) -> None:
        areas, timeline = self.areas, frame.timeline
        paint_header(canvas, areas.header, frame.caption)
        self.buttons = []
        if areas.footer.height:
            picture, buttons = self._kept(
                "footer",
                (frame.keys, frame.switches),
                lambda: footer_picture(areas.footer.size, frame, canvas.unit),
            )
            canvas.surface.blit(picture, areas.footer)
            self.buttons = [(spot.move(areas.footer.topleft), key) for spot, key in buttons]
        self.span = timeline.span
        if areas.timeline.height and timeline.rows:
            size = areas.timeline.size
            pictures = self._kept(
                "timeline",
                (timeline.rows, timeline.span),
                lambda: timeline_pictures(timeline, size, canvas.theme, canvas.unit),
            )
            paint_timeline(canvas, areas.timeline, timeline, pictures)

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
