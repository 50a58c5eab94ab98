"""The panels around the boards: cards and tables of thoughts beside them, the bars above and below
them, the words about each of several, and the banner."""

from collections.abc import Sequence
from itertools import accumulate
from math import ceil

from pacgrid.render.text import cut, width, wrapped
from pacgrid.render.window.arrangement import LARGEST_CARD, LOWEST_CARD, STRIP, Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Banner, Board, Caption, Card, Frame, Insight, Overlay, Panel, Row
from pacgrid.session.overlays import ARROWS
from pacgrid.session.themes import Colour, Ink, ink_on

LINE, LETTERS, TITLE = 20, 17, 15
"""The height of a line, and the sizes of its letters and of a title's, in units."""
MOST_LABEL = 0.5
"""The part of a line that a label may take where there are bars."""
_ARROWS = {str(action): arrow for action, arrow in ARROWS.items()}
MOST_SWITCHES = 0.55
"""The part of the footer that switches may take."""
FOOTER_LETTERS = 15
"""The size of the footer's letters, in units."""
LARGEST_WORDS, SMALLEST_WORDS = 25, 15
"""The sizes of the letters of an explanation, in units."""
HELP_KEY = "?"
Colours = tuple[Colour, Colour]
"""That of a button's ground, and that of its letters."""


class ScrollArea:
    """Shows a picture that may be higher than its area; a mark at the right says where it is."""

    def __init__(self) -> None:
        self.area = Rect(0, 0, 0, 0)
        """Where it is painted."""
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
        """Paint the part of the picture that fits."""
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
    """How many lines `paint_strip` paints."""
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
    """Lines at these parts of the height."""
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
