"""The bars above and below the boards, the words above each of several, and the banner."""

from pacgrid.render.text import width, wrapped
from pacgrid.render.window.arrangement import STRIP, Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Banner, Board, Caption, Frame
from pacgrid.session.themes import Colour, Ink, ink_on

MOST_SWITCHES = 0.55
"""The part of the footer that switches may take."""
LETTERS = 15
"""The size of the footer's letters, in units."""
LARGEST_WORDS, SMALLEST_WORDS = 25, 15
"""The sizes of the letters of an explanation, in units."""
HELP_KEY = "?"

Colours = tuple[Colour, Colour]
"""That of a button's ground, and that of its letters."""


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
        return sum(round(width(text, bar.pixels(LETTERS))) + 2 * pad for text in texts)

    def paint_button(left: int, name: str, key: str, colours: Colours, effect: str = "") -> int:
        area, (ground, ink) = Rect(left, 0, room(name), size[1]), colours
        bar.rounded(area.inflate(0, -2 * pad), ground, 6)
        bar.text(name, LETTERS, ink, area, "center")
        if effect:
            after = Rect(area.right + pad, 0, room(effect), size[1])
            area.width += pad + bar.text(effect, LETTERS, theme.faint, after).width
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
