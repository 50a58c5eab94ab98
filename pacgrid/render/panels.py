"""Panels around the window's boards: cards and tables of thoughts beside them, the bars above
and below them, words, the banner, and the sheet that lies over them; all on one `Canvas`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from pacgrid.analysis.game_analysis import Mark
from pacgrid.render.board_painter import cut, fitted, sprite, width, wrapped
from pacgrid.render.board_svg import Figure, agent_figure, capsule
from pacgrid.render.sdl import pygame
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Card,
    Event,
    EventKind,
    Frame,
    Insight,
    MarkedMove,
    Overlay,
    Panel,
    Row,
    Sheet,
    Timeline,
    TimelineRow,
)
from pacgrid.session.overlays import ARROWS
from pacgrid.session.session import Session
from pacgrid.session.themes import Colour, Ink, Theme, ink_on, mixed

Rect = pygame.Rect
Size = tuple[int, int]
Point = tuple[int, int]
"""Pixels from the left and from the top."""
Words = tuple[str, float, Colour]
"""A text, the size of its letters in units, and their colour."""
MARGIN, STRIP = 12, 52
"""The distance between things, and the height of the words above each of several boards; these and
all other lengths are in units, see `unit_for`."""
LARGEST_CARD, LOWEST_CARD = 52, 24
"""The height of an agent's card, where there is room and where there isn't."""
SMALLEST_FIGURE = 4
MOST_RIGHT = 0.4
"""The part of a line that the words at its right end may take."""

Click = Callable[[Session, Point], object]


class ClickArea(NamedTuple):
    area: Rect
    click: Click
    drag: bool = False
    """Whether moving the mouse with the button down clicks again."""


@dataclass(frozen=True)
class Canvas:
    """A surface, the colours and the unit of what is painted on it, and what can be clicked."""

    surface: pygame.Surface
    theme: Theme
    unit: float
    targets: list[ClickArea] = field(default_factory=list)

    @property
    def area(self) -> Rect:
        return self.surface.get_rect()

    @property
    def margin(self) -> int:
        return self.pixels(MARGIN)

    def pixels(self, units: float) -> int:
        """So many units, and at least a pixel."""
        return max(round(units * self.unit), 1)

    def empty(self, size: Size, colour: Colour) -> "Canvas":
        """Another canvas with the same theme and unit, filled with one colour."""
        surface = pygame.Surface(size)
        surface.fill(colour)
        return Canvas(surface, self.theme, self.unit)

    def paste(self, part: "Canvas", corner: Point) -> None:
        """Paint what is on `part`, with its upper left corner at `corner`; it can be clicked."""
        self.surface.blit(part.surface, corner)
        for target in part.targets:
            self.targets.append(target._replace(area=target.area.move(corner)))

    def on_click(self, area: Rect, click: Click) -> None:
        self.targets.append(ClickArea(area, click))

    def button(self, area: Rect, key: str) -> None:
        self.on_click(area, lambda session, _: session.press(key))

    def text(
        self, text: str, size: float, colour: Colour, area: Rect, align: str = "midleft"
    ) -> Rect:
        """Paint a line of text at that point of an area; smaller or cut if it is too wide.

        Returns the area of the letters.
        """
        line = fitted(text, self.pixels(size), colour, area.width)
        letters = line.get_rect(**{align: getattr(area, align)})
        self.surface.blit(line, letters)
        return letters

    def lines(
        self, lines: Iterable[str], size: float, colour: Colour, area: Rect, align: str = "midleft"
    ) -> Rect:
        """Paint the first line in `area`, and the others below it. The area of the next line."""
        for line in lines:
            self.text(line, size, colour, area, align)
            area = area.move(0, area.height)
        return area

    def ends(self, area: Rect, left: Words, right: Words) -> None:
        """Paint words at both ends of an area; those at the left are cut first."""
        most = round(area.width * MOST_RIGHT)
        end = self.text(*right, Rect(area.right - most, area.top, most, area.height), "midright")
        room = end.left - self.pixels(8) - area.left
        self.text(*left, Rect(area.left, area.top, room, area.height))

    def agent(self, agent: int, cell: int, center: Point, symbols: Sequence[str] = ()) -> None:
        """Paint an agent as on a board with cells of so many pixels; see `Board.symbols`."""
        self.figure(agent_figure(agent, symbols), cell, center)

    def figure(self, figure: Figure, cell: int, center: Point) -> None:
        cell = max(cell, SMALLEST_FIGURE)
        picture = sprite(figure, cell, self.theme)
        picture.set_alpha(255)
        self.surface.blit(picture, (center[0] - cell // 2, center[1] - cell // 2))

    def rounded(self, area: Rect, colour: Colour, radius: float, line: float = 0) -> None:
        """Fill an area with round corners, or draw a line around it; sizes are in units."""
        width = self.pixels(line) if line else 0
        pygame.draw.rect(self.surface, colour, area, width, self.pixels(radius))

    def box(self, area: Rect) -> None:
        self.rounded(area, self.theme.bar, 14)
        self.rounded(area, self.theme.edge, 14, 2)

    def scroll_mark(self, area: Rect, offset: int, height: int) -> None:
        """Show at the right of an area which part it shows of something `height` pixels high."""
        top = area.top + area.height * offset // height
        width = self.pixels(5)
        mark = Rect(area.right - width, top, width, area.height * area.height // height)
        self.rounded(mark, self.theme.faint, 5)


LINE, LETTERS, TITLE = 20, 17, 15
"""The height of a line, and the sizes of its letters and of a title's, in units."""
MOST_LABEL = 0.5
"""The part of a line that a label may take where there are bars."""
_ARROWS = {str(action): arrow for action, arrow in ARROWS.items()}
MOST_SWITCHES = 0.55
"""The part of the footer that switches may take."""
FOOTER_LETTERS = 15
LARGEST_WORDS, SMALLEST_WORDS = 25, 15
"""The sizes of the letters of an explanation, in units."""
HELP_KEY = "?"
Colours = tuple[Colour, Colour]
"""The colour of a button's ground, and that of its letters."""


class ScrollArea:
    """Shows a picture that may be higher than its area; a mark at the right says where it is."""

    def __init__(self) -> None:
        self.area = Rect(0, 0, 0, 0)
        self.offset = 0
        """The pixels of the picture above the area."""
        self._most = 0

    def scroll(self, pixels: int) -> None:
        """Go down so many pixels, or as far as there are any."""
        self.offset = min(max(self.offset + pixels, 0), self._most)

    def show(self, top: int) -> None:
        """Have the next `paint` show what begins `top` pixels below the start of the picture."""
        if not self.offset <= top < self.offset + self.area.height // 2:
            self.offset = top

    def paint(self, canvas: Canvas, picture: Canvas) -> None:
        height = picture.area.height
        self._most = max(height - self.area.height, 0)
        self.scroll(0)
        canvas.surface.blit(picture.surface, self.area, ((0, self.offset), self.area.size))
        if self._most:
            canvas.scroll_mark(self.area, self.offset, height)


def cards_picture(canvas: Canvas, size: Size, board: Board) -> Canvas:
    """The cards below each other, for an area of that size; higher if it hasn't room for all."""
    gap, pixels, cards = canvas.margin, canvas.pixels, board.cards
    height = max((size[1] - gap) // len(cards), pixels(LOWEST_CARD))
    height = min(height, pixels(LARGEST_CARD))
    picture = canvas.empty((size[0], height * len(cards) + gap), canvas.theme.background)
    for number, card in enumerate(cards):
        area = Rect(0, gap + number * height, size[0] - gap, height - pixels(4))
        _paint_card(picture, area, card, board.symbols)
    return picture


def _paint_card(canvas: Canvas, area: Rect, card: Card, symbols: Sequence[str]) -> None:
    theme, pixels = canvas.theme, canvas.pixels
    canvas.rounded(area, theme.bar, 8)
    if card.moved_last:
        canvas.rounded(area, theme.agent(card.agent), 8, 2)
    cell = min(pixels(36), area.height - pixels(4))
    canvas.agent(card.agent, cell, (area.left + pixels(26), area.centery), symbols)
    has_costs = area.height >= pixels(34)
    line = Rect(area.left + pixels(52), area.centery, area.width - pixels(62), 0)
    if has_costs:
        line.top = area.top + area.height * 3 // 10
        costs = line.move(0, area.height * 4 // 10)
        canvas.ends(costs, (card.cost, 16, theme.faint), (card.total, 16, theme.faint))
    move = _ARROWS.get(card.move, card.move)
    canvas.ends(line, (card.name, 20, theme.text), (move, 24, theme.text))


def insight_picture(
    canvas: Canvas, room: int, insight: Insight, symbols: Sequence[str] = ()
) -> tuple[Canvas, dict[Overlay | None, int]]:
    """All panels below each other, `room` pixels wide, and where that of each overlay begins."""
    cell, left = canvas.pixels(22), canvas.pixels(4)
    heading = Panel("", note=insight.heading, note_ink=Ink.TEXT)
    pictures = [_panel(canvas, room, heading, left + cell + canvas.pixels(8))]
    middle = left + cell // 2, canvas.pixels(8 + LINE / 2)
    pictures[0].agent(insight.agent, cell, middle, symbols)
    pictures += [_panel(canvas, room, panel, left) for panel in insight.panels]
    tops = list(accumulate((each.area.height for each in pictures), initial=0))
    column = canvas.empty((room, tops[-1]), canvas.theme.background)
    for picture, top in zip(pictures, tops, strict=False):
        column.surface.blit(picture.surface, (0, top))
    overlays = (None, *(panel.overlay for panel in insight.panels))
    firsts = reversed(list(zip(overlays, tops, strict=False)))
    return column, dict(firsts)


def _panel(canvas: Canvas, room: int, panel: Panel, left: int) -> Canvas:
    theme, pixels = canvas.theme, canvas.pixels
    line = Rect(left, pixels(8), room - canvas.margin - left, pixels(LINE))
    title = wrapped(panel.title, pixels(TITLE), line.width)
    note = wrapped(panel.note, pixels(LETTERS), line.width)
    height = line.top + line.height * (len(title) + len(panel.rows) + len(note))
    picture = canvas.empty((room, height), theme.background)
    line = picture.lines(title, TITLE, theme.faint, line)
    line = _paint_table(picture, panel.rows, line)
    picture.lines(note, LETTERS, getattr(theme, panel.note_ink), line)
    return picture


def _paint_table(canvas: Canvas, rows: Sequence[Row], line: Rect) -> Rect:
    """Labels, bars and values in columns as wide as what is in them, from `line` down. The line
    below them."""
    size, gap = canvas.pixels(LETTERS), canvas.pixels(8)
    bars = [row.bar for row in rows if row.bar is not None]
    values = max((width(row.value, size) for row in rows), default=0)
    most = line.width * MOST_LABEL if bars else line.width - values - gap
    labels = ceil(min(max((width(row.label, size) for row in rows), default=0), most))
    start, end = line.left + labels + gap, round(line.right - values - gap)
    zero = (start + end) // 2 if min(bars, default=0) < 0 else start
    for row in rows:
        _paint_row(canvas, line, row, labels, zero, end - zero)
        line = line.move(0, line.height)
    return line


def _paint_row(canvas: Canvas, line: Rect, row: Row, labels: int, zero: int, longest: int) -> None:
    """One line of a table, its bar from `zero` on, to the left if it is negative."""
    theme, pixels, fill = canvas.theme, canvas.pixels, canvas.surface.fill
    ink = getattr(theme, row.ink)
    colour = theme.text if row.agent is None else theme.agent(row.agent)
    canvas.text(cut(row.label, pixels(LETTERS), labels), LETTERS, colour, line)
    colour = ink if row.bar is None else theme.text
    if row.agent is None:
        canvas.text(row.value, LETTERS, colour, line, "midright")
    else:  # moves stand below the moves of the same round
        start = line.left + labels + pixels(8)
        area = Rect(start, line.top, line.right - start, line.height)
        canvas.text(row.value, LETTERS, colour, area)
    if row.strong:
        fill(ink, (0, line.top + 2, pixels(2), line.height - 4))
    if row.bar is not None and longest > 0:
        length, height = max(round(abs(row.bar) * longest), 1), pixels(10)
        left = zero - length if row.bar < 0 else zero
        fill(ink, (left, line.centery - height // 2, length, height))
        fill(theme.faint, (zero, line.top, pixels(1), line.height))


def paint_header(canvas: Canvas, area: Rect, caption: Caption) -> None:
    """The score, the players, what is going on, and the round."""
    theme, margin = canvas.theme, canvas.margin
    canvas.surface.fill(theme.bar, area)
    area = area.inflate(-2 * margin, 0)
    upper, lower = _two_lines(area, 0.35, 0.75)
    left = area.left
    if caption.score is not None:
        score = canvas.text(str(caption.score), 38, theme.text, area)
        beside = area.move(score.width + margin // 2, canvas.pixels(5))
        left = canvas.text("points", 17, theme.faint, beside).right
    counts = {"round": caption.round, "ply": caption.ply, "food": caption.food}
    facts = [f"{name} {count}" for name, count in counts.items() if count is not None]
    facts += [f"{fact.label} {fact.value}" for fact in caption.facts]
    first = canvas.text(facts[0] if facts else "", 25, theme.text, upper, "midright")
    others = canvas.text(", ".join(facts[1:]), 17, theme.faint, lower, "midright")
    free = min(area.centerx - left, min(first.left, others.left) - area.centerx) - margin
    players = " - ".join(filter(None, (caption.players, caption.game)))
    for text, colour, line in ((players, theme.text, upper), (caption.status, theme.faint, lower)):
        if free > margin:
            canvas.text(text, 18, colour, line.inflate(2 * free - line.width, 0), "center")


def title_lines(board: Board) -> int:
    return 2 if board.note or board.verdict else 1 if board.title else 0


def paint_strip(canvas: Canvas, area: Rect, board: Board) -> None:
    """What there is to say about one of several games."""
    theme = canvas.theme
    parts = (0.3, 0.75) if area.height > canvas.pixels(STRIP * 0.6) else (0.6, 1)
    upper, lower = _two_lines(area.inflate(-2 * canvas.margin, 0), *parts)
    score = "" if board.score is None else str(board.score)
    verdict = theme.good if board.good else theme.bad
    canvas.ends(upper, (board.title, 22, theme.text), (score, 30, theme.text))
    canvas.ends(lower, (board.note, 18, theme.faint), (board.verdict, 26, verdict))


def _two_lines(area: Rect, *parts: float) -> list[Rect]:
    return [Rect(area.left, area.top + round(area.height * p), area.width, 0) for p in parts]


def paint_words(canvas: Canvas, area: Rect, words: str, ink: Ink = Ink.TEXT) -> None:
    """An explanation below the boards, in letters as large as fit."""
    area = area.inflate(-2 * canvas.margin, -canvas.pixels(6))
    size = LARGEST_WORDS
    while True:
        line = canvas.pixels(size * 1.1)
        lines = wrapped(words, canvas.pixels(size), area.width)
        if size <= SMALLEST_WORDS or line * len(lines) <= area.height:
            break
        size -= 1
    lines = lines[: max(area.height // line, 1)]
    first = Rect(area.left, 0, area.width, line)
    first.top = area.centery - line * len(lines) // 2
    canvas.lines(lines, size, getattr(canvas.theme, ink), first, "center")


def footer_picture(canvas: Canvas, size: Size, frame: Frame) -> Canvas:
    """What keys do now, as far as there is room, and the switches; all can be clicked."""
    theme, pad = canvas.theme, canvas.pixels(7)
    bar = canvas.empty(size, theme.bar)

    def room(*texts: str) -> int:
        return sum(round(width(text, bar.pixels(FOOTER_LETTERS))) + 2 * pad for text in texts)

    def paint_button(left: int, name: str, key: str, colours: Colours, effect: str = "") -> int:
        area, (ground, ink) = Rect(left, 0, room(name), size[1]), colours
        bar.rounded(area.inflate(0, -2 * pad), ground, 6)
        bar.text(name, FOOTER_LETTERS, ink, area, "center")
        if effect:
            after = Rect(area.right + pad, 0, room(effect), size[1])
            area.width += pad + bar.text(effect, FOOTER_LETTERS, theme.faint, after).width
        if key:
            bar.button(area, key)
        return area.right + pad

    on, off = (theme.edge, ink_on(theme.edge)), (theme.background, theme.faint)
    long = [f"{each.key} {each.overlay.label}" for each in frame.switches]
    short = [each.key for each in frame.switches]
    widths = {room(*names) + pad * len(names): names for names in ((), short, long)}
    widest = max(each for each in widths if each <= size[0] * MOST_SWITCHES)
    left = right = size[0] - pad - widest
    for name, switch in zip(widths[widest], frame.switches, strict=False):
        left = paint_button(left, name, switch.key, on if switch.is_on else off)
    left, hints = pad, list(frame.keys)
    while len(hints) > 1 and sum(room(hint.caps, hint.effect) for hint in hints) > right - left:
        hints.pop(-2 if hints[-1].key == HELP_KEY else -1)
    for hint in hints:
        left = paint_button(left, hint.caps, hint.key, (off[0], theme.text), hint.effect)
    return bar


def paint_banner(canvas: Canvas, area: Rect, banner: Banner) -> None:
    """Large words in a box in the middle of `area`; lines at the end go if there isn't room."""
    theme, pad = canvas.theme, canvas.pixels(16)
    size, room = canvas.pixels(24), max(area.width - 5 * pad, 1)
    title, step = canvas.pixels(48), canvas.pixels(22)
    lines = [line for text in (*banner.lines, banner.keys) for line in wrapped(text, size, room)]
    lines = lines[: max((area.height - 2 * pad - title) // step, 0)]
    widths = [width(banner.title, canvas.pixels(60)), *(width(line, size) for line in lines)]
    box = Rect(0, 0, min(max(widths), room) + 3 * pad, 2 * pad + title + step * len(lines))
    box.center = area.center
    canvas.box(box.clamp(canvas.area))
    line = Rect(area.centerx - room // 2, box.top + pad, room, step)
    canvas.text(banner.title, 60, getattr(theme, banner.ink), line, "midtop")
    canvas.lines(lines, 24, theme.text, line.move(0, title), "midtop")


PAD = 16
"""Units to the left and right of the track."""
SIGN, ANALYSED_HEIGHT = 17, 2.4
"""The size of the sign of a bad move, in units; how much higher the row of an analysed game is."""
LEAST_HEIGHT = 50
"""Points that the height of the curve stands for at least."""
VEIL = 130
"""How opaque the veil is that makes colours paler, up to 255."""

Pictures = tuple[pygame.Surface, pygame.Surface]
"""Pictures in usual colours, and in paler ones for what is yet to come."""


def timeline_height(timeline: Timeline) -> float:
    """How high it is, in ordinary rows."""
    return sum(ANALYSED_HEIGHT if row.values else 1 for row in timeline.rows)


def timeline_pictures(canvas: Canvas, size: Size, timeline: Timeline) -> Pictures:
    picture, veil = (canvas.empty(size, canvas.theme.bar) for _ in range(2))
    if not timeline.rows:
        _paint_line(picture, _track(picture, picture.area), timeline)
    for number, row in enumerate(timeline.rows):
        _paint_game(picture, _row_area(picture, picture.area, timeline, number), row, timeline)
    paler = picture.surface.copy()
    veil.surface.set_alpha(VEIL)
    paler.blit(veil.surface, (0, 0))
    return picture.surface, paler


def paint_timeline(canvas: Canvas, area: Rect, timeline: Timeline, pictures: Pictures) -> None:
    """Paint it, with a hand where we are."""
    surface, colour, pixels = canvas.surface, canvas.theme.text, canvas.pixels
    track = _track(canvas, area)
    here = track.left + round(track.width * min(timeline.ply / timeline.span, 1))
    surface.blit(pictures[1], area)
    surface.blit(pictures[0], area, (0, 0, here - area.left, area.height))
    hand = Rect(here - pixels(2) // 2, 0, pixels(2), area.height - 2 * pixels(5))
    hand.centery = area.centery
    surface.fill(colour, hand)
    pygame.draw.circle(surface, colour, (here, hand.top + pixels(2)), pixels(5))

    def seek(session: Session, point: Point) -> None:
        part = min(max((point[0] - track.left) / track.width, 0), 1)
        session.seek(round(part * timeline.span))

    canvas.targets.append(ClickArea(area, seek, drag=True))
    for number, row in enumerate(timeline.rows):
        for mark, sign in _signs(canvas, _row_area(canvas, area, timeline, number), row, timeline):
            if mark.ply == round(timeline.ply):
                canvas.rounded(sign.inflate(4, 4), canvas.theme.text, SIGN)
            ground = getattr(canvas.theme, mark.ink)
            canvas.rounded(sign, ground, SIGN)
            canvas.text(mark.sign, SIGN, ink_on(ground), sign, "center")
            go = lambda session, _, ply=mark.ply: session.seek(ply)  # noqa: E731
            canvas.on_click(sign, go)


def _paint_line(canvas: Canvas, track: Rect, timeline: Timeline) -> None:
    fill, theme, pixels = canvas.surface.fill, canvas.theme, canvas.pixels
    fill(theme.faint, (track.left, track.centery, track.width, pixels(2)))
    for ply in timeline.marks:
        left = track.left + track.width * ply // timeline.span
        fill(theme.bad, (left, track.centery - pixels(6), pixels(2), pixels(13)))


def _track(canvas: Canvas, area: Rect) -> Rect:
    return area.inflate(-2 * min(canvas.pixels(PAD), (area.width - 1) // 2), 0)


def _row_area(canvas: Canvas, area: Rect, timeline: Timeline, number: int) -> Rect:
    """The part of a timeline's area in which row `number` is."""
    track, gap = _track(canvas, area), canvas.pixels(6)
    height = (area.height - 2 * gap) // len(timeline.rows)
    top = area.top + gap + number * height
    return Rect(track.left, top, track.width, height).inflate(0, -gap)


def _paint_game(canvas: Canvas, area: Rect, row: TimelineRow, timeline: Timeline) -> None:
    surface, theme, pixels = canvas.surface, canvas.theme, canvas.pixels
    floor, thickness, span = area.bottom - pixels(5), pixels(2), timeline.span
    known = max(area.width * row.known // span, 1)
    surface.fill(mixed(theme.bar, theme.faint, 0.35), (area.left, floor, area.width, thickness))
    surface.fill(theme.faint, (area.left, floor, known, thickness))
    top = area.top + pixels(SIGN) * bool(row.values)
    _paint_curve(canvas, Rect(area.left, top, known, floor - top), row)
    for event in row.events:
        left = area.left + area.width * event.ply // span
        _paint_event(canvas, event, left, floor, min(area.height // 2, pixels(14)))
    for mark in row.marks:
        left = area.left + area.width * mark.ply // span
        stem = Rect(left, area.top + pixels(SIGN), pixels(1), floor - area.top - pixels(SIGN))
        surface.fill(mixed(theme.bar, getattr(theme, mark.ink), 0.6), stem)
    if row.taken_over:
        left = area.left + area.width * row.taken_over // span
        for top in range(area.top, floor, 2 * pixels(3)):
            surface.fill(theme.text, (left - thickness // 2, top, thickness, pixels(3)))
        canvas.text("T", 14, theme.text, area.move(left + pixels(4) - area.left, 0), "topleft")


def _signs(
    canvas: Canvas, area: Rect, row: TimelineRow, timeline: Timeline
) -> list[tuple[MarkedMove, Rect]]:
    """The signs of bad moves, and where they are; where there isn't room for all, the worst."""
    size, signs = canvas.pixels(SIGN), list[tuple[MarkedMove, Rect]]()
    for mark in sorted(row.marks, key=lambda mark: [*Mark].index(mark.sign), reverse=True):
        sign = Rect(0, area.top - canvas.pixels(2), size * 3 // 2, size)
        sign.centerx = area.left + area.width * mark.ply // timeline.span
        if sign.collidelist([other for _, other in signs]) < 0:
            signs.append((mark, sign))
    return signs


def _paint_curve(canvas: Canvas, area: Rect, row: TimelineRow) -> None:
    """The score, or the value: the higher, the more points."""
    surface, theme = canvas.surface, canvas.theme
    steps = min(row.known, area.width)
    if steps < 1 or area.width < 2:
        return
    curve = [row.curve[row.known * step // steps] for step in range(steps + 1)]
    least, most = min(*curve, 0), max(*curve, LEAST_HEIGHT)
    scale = (area.height - 2) / (most - least)
    points = [
        (area.left + area.width * step / steps, area.bottom - scale * (value - least))
        for step, value in enumerate(curve)
    ]
    ground = [area.bottomleft, *points, area.bottomright]
    pygame.draw.polygon(surface, mixed(theme.bar, theme.edge, 0.3), ground)
    pygame.draw.lines(surface, mixed(theme.bar, theme.edge, 0.75), False, points)  # noqa: FBT003


def _paint_event(canvas: Canvas, event: Event, left: int, floor: int, height: int) -> None:
    """A sign for what happened there, up to `height` pixels high, above the line at `floor`."""
    surface, theme, pixels = canvas.surface, canvas.theme, canvas.pixels
    match event.kind:
        case EventKind.FOOD:
            surface.fill(theme.food, (left, floor - pixels(3), pixels(1), pixels(3)))
        case EventKind.GHOST:
            canvas.agent(event.ghost, height, (left, floor - height // 2 - 2))
        case EventKind.CAPSULE:
            canvas.figure(capsule(46), height, (left, floor - height // 2))
        case _:
            colour = theme.good if event.kind is EventKind.WON else theme.bad
            pygame.draw.circle(surface, colour, (left, floor), pixels(6))
            pygame.draw.circle(surface, theme.bar, (left, floor), pixels(3))


SHEET_LETTERS, SHEET_LINE, SHEET_ROW, SHEET_TITLE, SHEET_TABS = 20, 24, 30, 38, 60
"""The size of letters, and the heights of lines, rows, the title and the tabs, in units."""
SMALLEST, SMALLEST_SCROLLED = 14, 11
"""Pixels: letters aren't made smaller than the first for all rows to fit; in a smaller window the
sheet is scrolled."""
LONGEST_HINT = 560
"""The width from which on a hint is wrapped, in units."""


def paint_sheet(canvas: Canvas, sheet: Sheet, panel: Rect | None = None) -> int:
    """Paint a sheet in the middle, or aside, if possible no wider than the `panel` there; if not
    all rows fit, those around the selected one.

    Returns how many rows fit.
    """
    hint = sheet.problem or sheet.hint
    head = SHEET_TITLE + SHEET_TABS * bool(sheet.tabs) + 2.5 * SHEET_LETTERS
    lines = bool(sheet.subtitle) + bool(hint)
    size = _size(canvas, head + SHEET_LINE * lines + SHEET_ROW * len(sheet.rows))
    canvas = replace(canvas, unit=size / SHEET_LETTERS)
    window, theme, pixels = canvas.area, canvas.theme, canvas.pixels

    labels = max((width(row.label, size) for row in sheet.rows), default=0)
    texts = max((width(row.text, size) for row in sheet.rows), default=0)
    widest = max(
        labels + texts + 2 * size,
        width(sheet.title, pixels(26)),
        min(max(width(hint, size), width(sheet.subtitle, size)), pixels(LONGEST_HINT)),
        len(sheet.tabs) * pixels(SHEET_TABS),
    )
    room = min(round(widest) + size, window.width - 2 * size)
    if sheet.aside and panel:  # long lines are wrapped, rows aren't
        room = min(room, max(panel.width - 3 * size, round(labels + texts) + size))
    subtitle, hints = wrapped(sheet.subtitle, size, room), wrapped(hint, size, room)
    around = int((head + SHEET_LINE * len(subtitle + hints)) * canvas.unit)
    row = int(SHEET_ROW * canvas.unit)
    rows = min(max((window.height - around) // row, 1), len(sheet.rows))
    box = Rect(0, 0, room + 2 * size, min(around + rows * row, window.height))
    box.center = window.center
    if sheet.aside:
        box.bottomright = window.inflate(-size, -size).bottomright
        box.clamp_ip(window)

    canvas.on_click(window, lambda session, _: session.press("escape"))
    canvas.on_click(box, lambda *_: None)
    canvas.box(box)
    area = box.inflate(-2 * size, -2 * size)
    canvas.text(sheet.title, 26, theme.text, area, "midtop")
    line = Rect(area.left, area.top + pixels(SHEET_TITLE), area.width, pixels(SHEET_LINE))
    if sheet.tabs:
        _paint_tabs(canvas, Rect(line.topleft, (line.width, pixels(SHEET_TABS))), sheet)
        line.top += pixels(SHEET_TABS)
    line = canvas.lines(subtitle, SHEET_LETTERS, theme.faint, line, "midtop")
    table = Rect(line.topleft, (line.width, rows * row))
    first = sheet.scroll if sheet.selected is None else sheet.selected - rows // 2
    first = max(min(first, len(sheet.rows) - rows), 0)
    if rows < len(sheet.rows):
        canvas.scroll_mark(table.inflate(size, 0), first * row, len(sheet.rows) * row)
    for number in range(first, first + rows):
        _paint_sheet_row(canvas, Rect(line.topleft, (line.width, row)), sheet, number, ceil(labels))
        line.top += row
    line.top += size // 2
    canvas.lines(hints, SHEET_LETTERS, theme.bad if sheet.problem else theme.faint, line, "midtop")
    return rows


def _size(canvas: Canvas, height: float) -> int:
    """The size of letters, in pixels, with which so many units fit; or else that of a sheet that
    is scrolled."""
    usual = max(round(SHEET_LETTERS * canvas.unit), SMALLEST)
    size = min(usual, int(SHEET_LETTERS * canvas.area.height / height))
    scrolled = max(round(0.8 * SHEET_LETTERS * canvas.unit), SMALLEST_SCROLLED)
    return size if size >= SMALLEST else scrolled


def _paint_tabs(canvas: Canvas, area: Rect, sheet: Sheet) -> None:
    count = len(sheet.tabs) + sheet.tabs[-1].game
    cell = min(area.height - 4, area.width // count)
    left = area.centerx - cell * count // 2
    for number, tab in enumerate(sheet.tabs):
        button = Rect(left + (number + tab.game) * cell, area.top, cell, cell)
        _paint_tab(canvas, button, sheet, number)


def _paint_tab(canvas: Canvas, area: Rect, sheet: Sheet, number: int) -> None:
    if number == sheet.selected_tab:
        canvas.rounded(area, canvas.theme.wall, 10)
        canvas.rounded(area, canvas.theme.text, 10, 2)
    tab = sheet.tabs[number]
    canvas.agent(tab.agent, area.width * 3 // 4, area.center, tab.symbols)
    canvas.on_click(area, lambda session, _: session.sheets.choose_tab(number))


def _paint_sheet_row(canvas: Canvas, area: Rect, sheet: Sheet, number: int, labels: int) -> None:
    """A label, `labels` pixels wide or half of the row, and a text."""
    theme, row = canvas.theme, sheet.rows[number]
    label, text = theme.edge if theme.light else theme.pacman, theme.text
    if number == sheet.selected:
        canvas.rounded(area, theme.edge, 7)
        label = text = ink_on(theme.edge)
    elif sheet.selected is not None:
        label = theme.faint if row.text else theme.text
    size = canvas.pixels(SHEET_LETTERS)
    room = min(labels, area.width // 2) if row.text else area.width - size
    left = Rect(area.left + size // 2, area.top, room, area.height)
    right = Rect(left.right + size, area.top, area.right - left.right - size, area.height)
    canvas.text(row.label, SHEET_LETTERS, label, left)
    canvas.text(row.text, SHEET_LETTERS, text, right)
    canvas.on_click(area, lambda session, _: session.sheets.choose_row(number))
