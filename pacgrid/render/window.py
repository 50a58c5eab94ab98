"""The window: shows the frames of a session, and passes on what keys and mouse do. `Painter` paints
a frame, and `Arrangement` says where everything is in a window of some size."""

import sys
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, Self, TypeVar

from pacgrid.render.board_painter import BoardPainter, DiagramScale, diagram_surface, view_of
from pacgrid.render.panels import (
    LARGEST_CARD,
    MARGIN,
    STRIP,
    Canvas,
    ClickArea,
    Point,
    Rect,
    ScrollArea,
    Size,
    cards_picture,
    footer_picture,
    insight_picture,
    paint_banner,
    paint_header,
    paint_sheet,
    paint_strip,
    paint_timeline,
    paint_words,
    timeline_height,
    timeline_pictures,
    title_lines,
)
from pacgrid.render.sdl import open_display, pygame
from pacgrid.session.frame import Diagram, Frame, Overlay, Scene, Target
from pacgrid.session.session import NextAction, Session
from pacgrid.session.themes import DARK, Theme

FRAMES_PER_SECOND = 60
STILL = 50
"""Milliseconds between two frames while nothing moves and no key is pressed."""
LONGEST_FRAME = 0.1
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""
THREAD_SECONDS = 0.001
"""How long a thinking agent may hold the interpreter while a frame is due."""
SMALLEST, PART_OF_SCREEN = (160, 120), 0.85
"""How many pixels a window has at least, and how much of the screen's sides when it opens."""
HELD, REPEATED = 350, 60
"""Milliseconds after which a key that is held down counts again, and then each time."""
WHEEL = 60
"""Units that a panel scrolls for a step of the wheel."""
_NAMED = "up down left right home end escape tab backspace f1 f11 page_up page_down"
_NAMES = {getattr(pygame, f"K_{name.replace('_', '').upper()}"): name for name in _NAMED.split()}
_NAMES |= {pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: " "}
_SHORTCUTS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
NO_ROOM = "widen the window to see {}"
T = TypeVar("T")


class Window:
    """Shows sessions, one after the other; use it in a `with` statement.

    Raises NoScreenError where there is no screen.
    """

    real_time = True

    def __init__(self) -> None:
        self.window: pygame.Window | None = None
        self._painter = Painter()
        self._pointer = Pointer(self._painter)
        self._held: set[int] = set()
        self._full_screen = False

    def __enter__(self) -> Self:
        open_display()
        self._thread_seconds = sys.getswitchinterval()
        sys.setswitchinterval(THREAD_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setswitchinterval(self._thread_seconds)
        if self.window is not None:
            self.window.destroy()
            self.window = None
        pygame.display.quit()

    def show(self, session: Session) -> None:
        """Show frames until the session's next action is set; closing the window sets it, too."""
        clock = pygame.time.Clock()
        window = self.window = self.window or _opened()
        while session.next_action is None:
            frame = session.frame()
            if frame.full_screen != self._full_screen:
                self._full_screen = frame.full_screen
                if frame.full_screen:
                    window.set_fullscreen(desktop=True)
                else:
                    window.set_windowed()
            if window.title != (title := f"Pacgrid: {frame.caption.players}"):
                window.title = title
            self._painter.paint(window.get_surface(), frame)
            window.flip()
            if self._painter.sheet_rows:
                session.sheets.page(self._painter.sheet_rows)
            if not frame.moving:
                self.hear(pygame.event.wait(STILL), session)
            for event in pygame.event.get():
                self.hear(event, session)
            session.advance(min(clock.tick(FRAMES_PER_SECOND) / 1000, LONGEST_FRAME))

    def hear(self, event: pygame.Event, session: Session) -> None:
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                session.next_action = NextAction.QUIT
            case pygame.KEYDOWN:
                if name := name_of(event):
                    session.press(name, repeated=event.key in self._held)
                self._held.add(event.key)
            case pygame.KEYUP:
                self._held.discard(event.key)
            case pygame.WINDOWFOCUSLOST:
                self._held.clear()
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._pointer.press(self._scaled(event.pos), session)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                self._pointer.release()
            case pygame.MOUSEMOTION:
                self._pointer.move(self._scaled(event.pos), session)
            case pygame.MOUSEWHEEL:
                self._pointer.turn_wheel(event.y, session)

    def _scaled(self, point: Point) -> Point:
        """In pixels of the surface, of which there may be several for a step of the mouse."""
        assert self.window
        scale = self.window.get_surface().get_width() / self.window.size[0]
        return round(point[0] * scale), round(point[1] * scale)


def _opened() -> pygame.Window:
    size = tuple(round(PART_OF_SCREEN * side) for side in pygame.display.get_desktop_sizes()[0])
    window = pygame.Window("Pacgrid", size, resizable=True, allow_high_dpi=True)
    window.minimum_size = SMALLEST
    icon = Canvas(pygame.Surface((64, 64), pygame.SRCALPHA), DARK, 1)
    icon.agent(0, 64, icon.area.center)
    window.set_icon(icon.surface)
    pygame.key.set_repeat(HELD, REPEATED)
    pygame.key.start_text_input()
    return window


class Pointer:
    """Turns what the mouse does in a window into calls of a session; `painter` has painted it."""

    def __init__(self, painter: "Painter") -> None:
        self._painter = painter
        self._dragging = False
        self._point = (0, 0)

    def press(self, point: Point, session: Session) -> None:
        for target in reversed(self._painter.targets):
            if target.area.collidepoint(point):
                self._dragging = target.drag
                target.click(session, point)
                break

    def move(self, point: Point, session: Session) -> None:
        self._point = point
        for target in self._painter.targets:
            if self._dragging and target.drag:
                target.click(session, point)

    def release(self) -> None:
        self._dragging = False

    def turn_wheel(self, steps: int, session: Session) -> None:
        """The wheel is turned; towards the person if `steps` is negative."""
        painter = self._painter
        panel = next((each for each in painter.panels if each.area.collidepoint(self._point)), None)
        if painter.sheet_rows:
            session.press("up" if steps > 0 else "down")
        elif panel:
            panel.scroll(-round(steps * WHEEL * painter.areas.unit))
        elif not painter.has_timeline:
            pass  # there is nothing to go back to
        elif any(area.collidepoint(self._point) for area in painter.diagrams):
            session.press("," if steps > 0 else ".")
        else:
            session.press("<" if steps > 0 else ">")


def name_of(event: pygame.Event) -> str:
    """The name of the key that went down: `left`, `page_up`, `a`; empty for a shortcut of the
    system, and for a key that has no meaning by itself."""
    if event.mod & _SHORTCUTS:
        return ""
    letter: str = event.unicode.lower() if event.unicode.isprintable() else ""
    return _NAMES.get(event.key, letter)


def _size_of(seen: Scene | Diagram, weight: float) -> "BoardSize":
    if isinstance(seen, Diagram):
        return BoardSize(seen.width, seen.height, weight, seen.least_unit, is_diagram=True)
    return BoardSize(seen.maze.width, seen.maze.height, weight)


class Painter:
    """Keeps the pictures of what doesn't change from one frame to the next."""

    def __init__(self) -> None:
        self.areas = arranged((1, 1), (BoardSize(1, 1),))
        """The areas of the frame that was painted last, as the next attributes are, too."""
        self.targets: list[ClickArea] = []
        """What can be clicked; where they overlap, the last one."""
        self.diagrams: list[Rect] = []
        self.sheet_rows = 0
        """How many rows of the open sheet fit; 0: there is none."""
        self.has_timeline = False
        self.panels = ScrollArea(), ScrollArea()
        self._overlays: list[Overlay] = []
        self._theme: Theme | None = None
        self._cache: dict[str, tuple[Hashable, Any]] = {}

    def paint(self, surface: pygame.Surface, frame: Frame) -> None:
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
        self.sheet_rows = 0
        if frame.sheet:
            self.sheet_rows = paint_sheet(canvas, frame.sheet, areas.insight)
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


HEADER, FOOTER, TIMELINE, TIMELINE_ROW = 54, 40, 16, 34
"""The heights of the bars. A timeline has a row for each of its games."""
LINE, WORDS = 26, 58
"""The heights of the line below a lone board, and of an explanation below all of them."""
PANEL, WIDEST_PANEL, LOWEST_PANEL = 290, 400, 170
"""The width of a panel beside the board, and the height of one below it."""
MOST_CARDS = 0.4
"""How much of a panel cards take where there is something else to show."""
LOWEST_WITH_TIMELINE = 260
"""In a lower window the board needs the room."""
SMALLEST_CELL, LARGEST_CELL = 1, 400
SMALL, LARGE, SMALLEST_UNIT = (760, 540), (1280, 720), 0.5
"""In windows between these sizes, in pixels, a unit is a pixel; it is smaller in smaller ones, and
larger in larger ones."""
LEAST, LEAST_INSIGHTFUL, LEAST_CELL = 0.66, 0.45, 8
"""A panel goes nowhere unless cells keep the first part of their size without it, or the second
with an overlay on, and so many units."""
HOLE = 0.85
"""What boards side by side are worth if a row isn't full: larger cells must make up for it."""


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

    def _boards(self, sizes: Sequence[BoardSize], areas: Sequence[Rect]) -> list[Rect]:
        """Where each board is painted: in the middle of its area. Cells of mazes are alike."""
        cells = [*map(self._cell, sizes, areas)]
        alike = min(
            (c for c, size in zip(cells, sizes, strict=True) if not size.is_diagram), default=0
        )
        boards = []
        for cell, size, area in zip(cells, sizes, areas, strict=True):
            board = Rect(0, 0, size.width * alike, size.height * alike)
            if size.is_diagram:
                free = self._free(area)
                board.width = max(round(min(size.width * cell, free.width)), 1)
                board.height = max(round(min(size.height * cell, free.height)), 1)
            board.center = area.center
            boards.append(board)
        return boards

    def _add_panel(self, board: BoardSize, agents: int, *, insight: bool) -> None:
        """Take a panel from the middle where it leaves larger cells, beside the board or below it;
        or else a line."""
        middle, margin = self.middle, self._pixels(MARGIN)
        width, height = self._pixels(PANEL), self._pixels(LOWEST_PANEL)
        beside = self._cell(board, Rect(0, 0, middle.width - width, middle.height))
        above = self._cell(board, Rect(0, 0, middle.width, middle.height - height))
        least = self._cell(board, middle) * (LEAST_INSIGHTFUL if insight else LEAST)
        if max(beside, above) < max(least, LEAST_CELL * self.unit):
            self.middle, self.line = _split(middle, middle.height - self._pixels(LINE))
        elif beside >= above:
            free = round(middle.width - board.width * beside) - 4 * margin
            width = min(max(free, width), self._pixels(WIDEST_PANEL))
            self.middle = Rect(middle.topleft, (middle.width - width, middle.height))
            panel = Rect(self.middle.topright, (width, middle.height))
            most = panel.height * MOST_CARDS if insight else panel.height
            cards = min(self._pixels(LARGEST_CARD * agents + MARGIN), round(most))
            self.cards, self.insight = _split(panel, cards)
        else:
            needed = round(board.height * above) + 2 * margin
            self.middle, panel = _split(middle, min(needed, middle.height - height))
            self.cards = Rect(margin, panel.top, panel.width // 2 - margin, panel.height)
            self.insight = self.cards.move(self.cards.width, 0)

    def _side_by_side(self, sizes: tuple[BoardSize, ...], strip: int) -> list[Rect]:
        """The area of each board below its strip: as many in a row as gives the largest cells; or,
        if some have more weight, all in a row or in a column, whichever fills more of the room."""
        count, middle = len(sizes), self.middle
        weights = [size.weight for size in sizes]
        if len({*weights}) > 1:
            splits = (self._split(weights, strip, beside=beside) for beside in (True, False))
            return max(splits, key=lambda areas: self._painted(sizes, areas))

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
    small, large = (min(size[0] / side[0], size[1] / side[1]) for side in (SMALL, LARGE))
    return max(min(small, 1), large, SMALLEST_UNIT)


def _split(area: Rect, height: int) -> tuple[Rect, Rect]:
    """The upper part of an area, so many pixels high if it has them, and the rest."""
    height = min(max(height, 0), area.height)
    upper = Rect(area.topleft, (area.width, height))
    return upper, Rect(upper.bottomleft, (area.width, area.height - height))
