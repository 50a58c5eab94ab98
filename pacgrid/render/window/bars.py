"""The bars above and below the boards, the words above each of several, and the banner."""

from collections.abc import Sequence

from pacgrid.render.sdl import pygame
from pacgrid.render.text import fitted, width, words, wrapped
from pacgrid.render.window.arrangement import MARGIN, Rect
from pacgrid.session.frame import Banner, Board, Caption, KeyHint, Switch
from pacgrid.session.themes import Colour, Theme, ink_on

SCORE, ROUND, SMALL = 38, 25, 17
"""The sizes of letters, in units."""
OPACITY = 248
MOST_SWITCHES = 0.55
"""The part of the footer that switches may take."""
HELP_KEY = "?"
Keys = list[tuple[Rect, str]]
"""Buttons, and the keys that they press."""


def paint_header(
    surface: pygame.Surface, area: Rect, caption: Caption, theme: Theme, unit: float
) -> None:
    """The score, who plays and what is going on, and the round."""
    surface.fill(theme.bar, area)
    margin, middle = round(MARGIN * unit), area.centery + round(unit)
    left = area.left + margin
    if caption.score is not None:
        score = words(str(caption.score), round(SCORE * unit), theme.text)
        left = surface.blit(score, score.get_rect(midleft=(left, middle))).right + margin // 2
        points = words("points", round(SMALL * unit), theme.faint)
        spot = points.get_rect(midleft=(left, middle + round(4 * unit)))
        left = surface.blit(points, spot).right
    food = "" if caption.food is None else f", food {caption.food}"
    right = area.right - margin
    for text, size, colour, at in (
        (f"round {caption.round}", ROUND, theme.text, 0.36),
        (f"ply {caption.ply}{food}", SMALL, theme.faint, 0.76),
    ):
        line = words(text, round(size * unit), colour)
        spot = line.get_rect(midright=(area.right - margin, area.top + round(area.height * at)))
        right = min(surface.blit(line, spot).left, right)
    _paint_middle(surface, Rect(left, area.top, right - left, area.height), caption, theme, unit)


def _paint_middle(
    surface: pygame.Surface, area: Rect, caption: Caption, theme: Theme, unit: float
) -> None:
    """Two lines, in the middle of the window if they fit there."""
    margin = round(MARGIN * unit)
    room = area.width - 2 * margin
    if room < 4 * margin:
        return
    players = " - ".join(filter(None, (caption.players, caption.game)))
    for text, size, colour, at in (
        (players, 18, theme.text, 0.33),
        (caption.status, 18, theme.faint, 0.74),
    ):
        line = fitted(text, round(size * unit), colour, room)
        spot = line.get_rect(center=(surface.get_width() // 2, area.top + round(area.height * at)))
        spot.right = min(spot.right, area.right - margin)
        spot.left = max(spot.left, area.left + margin)
        surface.blit(line, spot)


def footer_picture(
    place: Rect,
    hints: Sequence[KeyHint],
    switches: Sequence[Switch],
    theme: Theme,
    unit: float,
) -> tuple[pygame.Surface, Keys]:
    """What keys do now, as far as there is room, and the switches; and where they can be clicked
    when the picture is at `place`."""
    surface = pygame.Surface(place.size)
    surface.fill(theme.bar)
    area = surface.get_rect()
    size, pad = round(15 * unit), round(7 * unit)
    long = [f"{switch.key} {switch.overlay.label}" for switch in switches]
    keys: Keys = []

    def wide(text: str) -> int:
        return round(width(text, size)) + 2 * pad

    def button(text: str, key: str, left: int, ground: Colour, ink: Colour) -> Rect:
        box = Rect(left, area.top, wide(text), area.height).inflate(0, -round(14 * unit))
        pygame.draw.rect(surface, ground, box, border_radius=round(6 * unit))
        line = words(text, size, ink)
        surface.blit(line, line.get_rect(center=box.center))
        if key:
            keys.append((Rect(left, area.top, box.width, area.height), key))
        return box

    right = area.right - pad
    for texts in (long, [switch.key for switch in switches]):
        start = right - sum(wide(text) + pad for text in texts)
        if right - start <= area.width * MOST_SWITCHES:
            right = start
            for text, switch in zip(texts, switches, strict=True):
                ground = theme.edge if switch.is_on else theme.background
                ink = ink_on(ground) if switch.is_on else theme.faint
                start = button(text, switch.key, start, ground, ink).right + pad
            break
    left = area.left + pad
    widths = [wide(hint.caps) + wide(hint.effect) for hint in hints]
    for hint in _fitting(hints, widths, right - left):
        box = button(hint.caps, hint.key, left, theme.background, theme.text)
        effect = words(hint.effect, size, theme.faint)
        spot = surface.blit(effect, effect.get_rect(midleft=(box.right + pad, area.centery)))
        if hint.key:
            keys[-1][0].width = spot.right - box.left
        left = spot.right + pad
    return surface, [(area.move(place.topleft), key) for area, key in keys]


def _fitting(hints: Sequence[KeyHint], widths: Sequence[int], room: int) -> list[KeyHint]:
    """The first hints, as many as there is room for; the one for the help is never left out."""
    chosen: list[int] = []
    for number in sorted(range(len(hints)), key=lambda number: hints[number].key != HELP_KEY):
        room -= widths[number]
        if room < 0 and chosen:
            break
        chosen.append(number)
    return [hints[number] for number in sorted(chosen)]


def paint_strip(
    surface: pygame.Surface, area: Rect, board: Board, theme: Theme, unit: float
) -> None:
    """What there is to say about one of several games."""
    margin = round(MARGIN * unit)
    room = area.width - 2 * margin
    left, right = area.left + margin, area.right - margin
    top, low = area.top + area.height * 3 // 10, area.top + area.height * 3 // 4
    score = words(str(board.score), round(30 * unit), theme.text)
    surface.blit(score, score.get_rect(midright=(right, top)))
    colour = theme.good if board.good else theme.bad
    verdict = fitted(board.verdict, round(26 * unit), colour, room // 3)
    surface.blit(verdict, verdict.get_rect(midright=(right, low)))
    for text, size, ink, at, taken in (
        (board.players, 22, theme.text, top, score),
        (board.note, 18, theme.faint, low, verdict),
    ):
        line = fitted(text, round(size * unit), ink, room - taken.get_width() - margin)
        surface.blit(line, line.get_rect(midleft=(left, at)))


def paint_banner(
    surface: pygame.Surface, area: Rect, banner: Banner, theme: Theme, unit: float
) -> None:
    """Large words in a box in the middle of `area`; lines at the end go if there isn't room."""
    gap, pad = round(5 * unit), round(16 * unit)
    room = max(area.width - 5 * pad, 1)
    lines = [fitted(banner.title, round(60 * unit), getattr(theme, banner.ink), room)]
    size = round(24 * unit)
    for text in banner.lines:
        lines += [words(line, size, theme.text) for line in wrapped(text, size, room)]
    high = sum(line.get_height() + gap for line in lines) - gap
    while len(lines) > 1 and high + 2 * pad > area.height:
        high -= lines.pop().get_height() + gap
    box = Rect(0, 0, max(line.get_width() for line in lines) + 3 * pad, high + 2 * pad)
    box.center = area.center
    paint_box(surface, box.clamp(surface.get_rect()), theme, unit)
    top = box.top + pad
    for line in lines:
        surface.blit(line, line.get_rect(midtop=(box.centerx, top)))
        top += line.get_height() + gap


def paint_box(surface: pygame.Surface, box: Rect, theme: Theme, unit: float) -> None:
    """A box with round corners that lets a little of what is below it through."""
    card = pygame.Surface(box.size, pygame.SRCALPHA)
    corner, line = round(14 * unit), max(round(2 * unit), 1)
    pygame.draw.rect(card, (*theme.bar, OPACITY), card.get_rect(), border_radius=corner)
    pygame.draw.rect(card, theme.edge, card.get_rect(), width=line, border_radius=corner)
    surface.blit(card, box)
