"""The bars above and below the boards, the words above each of several, and the banner."""

from collections.abc import Sequence

from pacgrid.render.sdl import pygame
from pacgrid.render.text import width, wrapped
from pacgrid.render.window.arrangement import MARGIN, Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Banner, Board, Caption, Frame, KeyHint
from pacgrid.session.themes import Colour, ink_on

MOST_SWITCHES = 0.55
"""The part of the footer that switches may take."""
HELP_KEY = "?"
Buttons = list[tuple[Rect, str]]
"""Areas, and the keys that a click there presses."""


def paint_header(canvas: Canvas, area: Rect, caption: Caption) -> None:
    """The score, who plays and what is going on, and the round."""
    theme, margin = canvas.theme, canvas.pixels(MARGIN)
    canvas.surface.fill(theme.bar, area)
    high, low = (area.top + round(area.height * part) for part in (0.35, 0.75))
    left, right = area.left + margin, area.right - margin
    if caption.score is not None:
        score = canvas.text(str(caption.score), 38, theme.text, midleft=(left, area.centery))
        points = score.right + margin // 2, area.centery + canvas.pixels(5)
        left = canvas.text("points", 17, theme.faint, midleft=points).right
    food = "" if caption.food is None else f", food {caption.food}"
    rounds = canvas.text(f"round {caption.round}", 25, theme.text, midright=(right, high))
    plies = canvas.text(f"ply {caption.ply}{food}", 17, theme.faint, midright=(right, low))
    left, right = left + margin, min(rounds.left, plies.left) - margin
    room = right - left
    players = " - ".join(filter(None, (caption.players, caption.game)))
    for text, colour, level in ((players, theme.text, high), (caption.status, theme.faint, low)):
        half = min(round(width(text, canvas.pixels(18))), room) // 2
        middle = min(max(area.centerx, left + half), right - half)
        if room > 2 * margin:
            canvas.text(text, 18, colour, room, center=(middle, level))


def footer_picture(size: Size, frame: Frame, unit: float) -> tuple[pygame.Surface, Buttons]:
    """What keys do now, as far as there is room, and the switches; all can be clicked."""
    theme, letters, switches = frame.theme, 15, frame.switches
    canvas = Canvas(pygame.Surface(size), theme, unit)
    canvas.surface.fill(theme.bar)
    area, pad = canvas.surface.get_rect(), canvas.pixels(7)
    buttons: Buttons = []

    def wide(text: str) -> int:
        return round(width(text, canvas.pixels(letters))) + 2 * pad

    def button(text: str, key: str, left: int, ground: Colour, ink: Colour) -> Rect:
        spot = Rect(left, area.top, wide(text), area.height)
        canvas.rounded(spot.inflate(0, -2 * pad), ground, 6)
        canvas.text(text, letters, ink, center=spot.center)
        buttons.append((spot, key))
        return spot

    right = area.right - pad
    for names in (
        [f"{each.key} {each.overlay.label}" for each in switches],
        [each.key for each in switches],
    ):
        start = right - sum(wide(name) + pad for name in names)
        if right - start <= area.width * MOST_SWITCHES:
            right = start
            for name, switch in zip(names, switches, strict=True):
                ground = theme.edge if switch.is_on else theme.background
                ink = ink_on(ground) if switch.is_on else theme.faint
                start = button(name, switch.key, start, ground, ink).right + pad
            break
    left = area.left + pad
    widths = [wide(hint.caps) + wide(hint.effect) for hint in frame.keys]
    for hint in _fitting(frame.keys, widths, right - left):
        spot = button(hint.caps, hint.key, left, theme.background, theme.text)
        after = spot.right + pad, spot.centery
        spot.width = canvas.text(hint.effect, letters, theme.faint, midleft=after).right - left
        left = spot.right + pad
    return canvas.surface, [(spot, key) for spot, key in buttons if key]


def _fitting(hints: Sequence[KeyHint], widths: Sequence[int], room: int) -> list[KeyHint]:
    """The first hints, as many as there is room for; the one for the help is never left out."""
    chosen: list[int] = []
    for number in sorted(range(len(hints)), key=lambda number: hints[number].key != HELP_KEY):
        room -= widths[number]
        if room < 0 and chosen:
            break
        chosen.append(number)
    return [hints[number] for number in sorted(chosen)]


def paint_strip(canvas: Canvas, area: Rect, board: Board) -> None:
    """What there is to say about one of several games."""
    theme, margin = canvas.theme, canvas.pixels(MARGIN)
    high, low = (area.top + round(area.height * part) for part in (0.3, 0.75))
    left, right = area.left + margin, area.right - margin
    score = canvas.text(str(board.score), 30, theme.text, midright=(right, high))
    colour, third = theme.good if board.good else theme.bad, area.width // 3
    verdict = canvas.text(board.verdict, 26, colour, third, midright=(right, low))
    room = score.left - margin - left
    canvas.text(board.players, 22, theme.text, room, midleft=(left, high))
    canvas.text(board.note, 18, theme.faint, verdict.left - margin - left, midleft=(left, low))


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
    canvas.box(box.clamp(canvas.surface.get_rect()))
    top = box.centerx, box.top + pad
    canvas.text(banner.title, 60, getattr(theme, banner.ink), room, midtop=top)
    for number, line in enumerate(lines):
        canvas.text(line, 24, theme.text, room, midtop=(top[0], top[1] + title + number * step))
