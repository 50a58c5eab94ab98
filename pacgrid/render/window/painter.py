"""Paints frames on surfaces of any size, and knows what can be clicked."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.diagram_painter import DiagramScale, diagram_surface, view_of
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import BoardSize, Rect, Size, arranged
from pacgrid.render.window.canvas import Canvas, ClickArea
from pacgrid.render.window.panels import (
    ScrollArea,
    cards_picture,
    footer_picture,
    insight_picture,
    paint_banner,
    paint_header,
    paint_strip,
    paint_words,
    title_lines,
)
from pacgrid.render.window.sheet import paint_sheet
from pacgrid.render.window.timeline import (
    paint_timeline,
    timeline_height,
    timeline_pictures,
)
from pacgrid.session.diagram import Diagram, Target
from pacgrid.session.frame import Frame, Overlay
from pacgrid.session.scene import Scene
from pacgrid.session.themes import Theme

NO_ROOM = "widen the window to see {}"
T = TypeVar("T")


def _size_of(seen: Scene | Diagram, weight: float) -> BoardSize:
    if isinstance(seen, Diagram):
        return BoardSize(seen.width, seen.height, weight, seen.least_unit, is_diagram=True)
    return BoardSize(seen.maze.width, seen.maze.height, weight)


class Painter:
    """Keeps the pictures of what doesn't change from one frame to the next."""

    def __init__(self) -> None:
        self.areas = arranged((1, 1), (BoardSize(1, 1),))
        """Of the frame that was painted last; so are the others."""
        self.targets: list[ClickArea] = []
        """What can be clicked; where they overlap, the last one."""
        self.diagrams: list[Rect] = []
        """Where diagrams are."""
        self.sheet_rows = 0
        """How many rows of the open sheet fit; 0: there is none."""
        self.has_timeline = False
        self.panels = ScrollArea(), ScrollArea()
        """The cards, and the insight."""
        self._overlays: list[Overlay] = []
        self._theme: Theme | None = None
        self._cache: dict[str, tuple[Hashable, Any]] = {}

    def paint(self, surface: pygame.Surface, frame: Frame) -> None:
        """Paint all of it."""
        board = frame.boards[0]
        banner = frame.caption.banner
        is_below = isinstance(board.scene, Diagram)  # of other games, the end is worth seeing
        areas = arranged(
            surface.get_size(),
            tuple(_size_of(each.scene, each.weight) for each in frame.boards),
            agents=len(board.cards),
            insight=board.insight is not None,
            timeline=timeline_height(frame.timeline) if frame.timeline else None,
            footer=bool(frame.keys or frame.switches),
            words=bool(frame.caption.words or (banner and is_below)),
            titles=max(map(title_lines, frame.boards)),
        )
        if areas is not self.areas or frame.theme != self._theme:
            self.areas, self._theme = areas, frame.theme
            self._cache.clear()
        self.has_timeline = frame.timeline is not None
        canvas = Canvas(surface, frame.theme, areas.unit)
        surface.fill(frame.theme.background)
        self._paint_boards(canvas, frame)
        self._paint_panels(canvas, frame)
        self._paint_bars(canvas, frame)
        if banner and is_below:
            paint_words(canvas, areas.words, ". ".join((banner.title, *banner.lines)), banner.ink)
        elif banner:
            paint_banner(canvas, areas.middle, banner)
        elif areas.words.height:
            paint_words(canvas, areas.words, frame.caption.words)
        self.sheet_rows = paint_sheet(canvas, frame.sheet) if frame.sheet else 0
        self.targets = canvas.targets

    def _paint_boards(self, canvas: Canvas, frame: Frame) -> None:
        areas, self.diagrams = self.areas, []
        for number, (board, area) in enumerate(zip(frame.boards, areas.boards, strict=True)):
            if isinstance(board.scene, Diagram):
                draw = partial(diagram_picture, canvas, area.size, board.scene)
                picture = self._cached(f"board {number}", board.scene, draw)
                canvas.paste(picture, area.topleft)
                self.diagrams.append(area)
                continue
            maze = board.scene.maze
            make = partial(BoardPainter, maze, area.width // maze.width, frame.theme, depth=32)
            painter = self._cached(f"board {number}", maze, make)
            painter.paint_on(canvas.surface, board.scene, area.topleft)
            canvas.button(area, " ")
        for board, area in zip(frame.boards, areas.strips, strict=False):
            paint_strip(canvas, area, board)

    def _paint_panels(self, canvas: Canvas, frame: Frame) -> None:
        """The cards and the insight, or a line if there is no room for them."""
        areas, board = self.areas, frame.boards[0]
        cards, insight = board.cards, board.insight
        overlays = [switch.overlay for switch in frame.switches if switch.is_on]
        self.panels[0].area, self.panels[1].area = areas.cards, areas.insight
        if cards and areas.cards.width:
            make = partial(cards_picture, canvas, areas.cards.size, frame.boards[0])
            self.panels[0].paint(canvas, self._cached("cards", cards, make))
        if insight and areas.insight.width:
            picture, tops = self._cached(
                "insight",
                insight,
                partial(insight_picture, canvas, areas.insight.width, insight, board.symbols),
            )
            new = [overlay for overlay in overlays if overlay not in self._overlays]
            if len(new) == 1:
                self.panels[1].show(tops.get(new[0], picture.area.height))
            self.panels[1].paint(canvas, picture)
        self._overlays = overlays
        if areas.line.height:
            labels = ", ".join(overlay.label for overlay in overlays)
            text = NO_ROOM.format(labels) if insight else frame.caption.last_move
            line = areas.line.inflate(-2 * canvas.margin, 0)
            canvas.text(text, 17, frame.theme.faint, line, "center")

    def _paint_bars(self, canvas: Canvas, frame: Frame) -> None:
        areas, timeline = self.areas, frame.timeline
        paint_header(canvas, areas.header, frame.caption)
        if areas.footer.height:
            make = partial(footer_picture, canvas, areas.footer.size, frame)
            footer = self._cached("footer", (frame.keys, frame.switches), make)
            canvas.paste(footer, areas.footer.topleft)
        if areas.timeline.height and timeline:
            draw = partial(timeline_pictures, canvas, areas.timeline.size, timeline)
            pictures = self._cached(
                "timeline", (timeline.rows, timeline.span, timeline.marks), draw
            )
            paint_timeline(canvas, areas.timeline, timeline, pictures)

    def _cached(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives; kept until `key`, which it depends on, has changed."""
        if name not in self._cache or self._cache[name][0] != key:
            self._cache[name] = key, make()
        picture: T = self._cache[name][1]
        return picture


def diagram_picture(canvas: Canvas, size: Size, diagram: Diagram) -> Canvas:
    """A diagram in an area of that size; its targets can be clicked."""
    picture, scale = canvas.empty(size, canvas.theme.background), max(canvas.unit, 1)
    picture.surface.blit(diagram_surface(diagram, size, canvas.theme, scale), (0, 0))
    view = view_of(diagram, *size, scale=scale)
    for target in diagram.targets:
        _add_target(picture, view, target)
    return picture


def _add_target(picture: Canvas, view: DiagramScale, target: Target) -> None:
    corner = view.left + target.corner[0] * view.unit, view.top + target.corner[1] * view.unit
    size = target.size[0] * view.unit, target.size[1] * view.unit
    area = pygame.FRect(corner, size).clip(pygame.FRect(picture.area))
    picture.on_click(
        Rect(round(area.left), round(area.top), round(area.width), round(area.height)),
        lambda session, _: session.choose_target(target.number),
    )
