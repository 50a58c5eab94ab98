"""The bars above and below the board, and the banner over it."""

from collections.abc import Sequence

from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import fitted, words, wrapped
from pacgrid.session.caption import Caption
from pacgrid.session.themes import Theme

MARGIN = 14
SCORE, ROUND, STATUS, PLACE = 38, 25, 22, 18
VERDICT, DETAIL = 60, 24
"""The sizes of letters, in units."""
OPACITY = 248


def paint_header(
    surface: pygame.Surface, area: pygame.Rect, caption: Caption, theme: Theme, unit: float
) -> None:
    """The score, what is going on, and the round."""
    surface.fill(theme.bar, area)
    margin, middle = round(MARGIN * unit), area.centery + round(unit)
    left = area.left + margin
    if caption.score is not None:
        score = words(str(caption.score), round(SCORE * unit), theme.text)
        left = surface.blit(score, score.get_rect(midleft=(left, middle))).right + margin // 2
        points = words("points", round(20 * unit), theme.faint)
        middle_of_points = (left, middle + round(4 * unit))
        left = surface.blit(points, points.get_rect(midleft=middle_of_points)).right
    rounds = words(f"round {caption.rounds}", round(ROUND * unit), theme.text)
    right = rounds.get_rect(midright=(area.right - margin, middle))
    surface.blit(rounds, right)
    room = right.left - left - 2 * margin
    if room > 4 * margin:
        status = fitted(caption.status, round(STATUS * unit), theme.faint, room)
        half = status.get_width() // 2
        centre = min(max(area.centerx, left + margin + half), right.left - margin - half)
        surface.blit(status, status.get_rect(center=(centre, middle)))


def paint_footer(
    surface: pygame.Surface, area: pygame.Rect, caption: Caption, theme: Theme, unit: float
) -> None:
    """Who plays whom, and where."""
    surface.fill(theme.bar, area)
    margin = round(MARGIN * unit)
    told = f"{caption.pairing} - {caption.place}"
    line = fitted(told, round(PLACE * unit), theme.text, area.width - 2 * margin)
    surface.blit(line, line.get_rect(midleft=(area.left + margin, area.centery)))


def paint_banner(
    surface: pygame.Surface, area: pygame.Rect, caption: Caption, theme: Theme, unit: float
) -> None:
    """The verdict over the board, if there is one."""
    if not caption.verdict:
        return
    colour = theme.good if caption.good else theme.bad
    room = max(area.width - 6 * round(MARGIN * unit), 1)
    lines = [fitted(caption.verdict, round(VERDICT * unit), colour, room)]
    size = round(DETAIL * unit)
    for detail in caption.details:
        lines += [words(line, size, theme.text) for line in wrapped(detail, size, room)]
    while len(lines) > 1 and sum(line.get_height() for line in lines) > area.height:
        lines.pop()
    paint_card(surface, area, lines, theme, unit)


def paint_card(
    surface: pygame.Surface,
    area: pygame.Rect,
    lines: Sequence[pygame.Surface],
    theme: Theme,
    unit: float,
) -> None:
    """Lines in the middle of a box with round corners, in the middle of `area`."""
    gap, pad = round(5 * unit), round(16 * unit)
    high = sum(line.get_height() + gap for line in lines) - gap
    wide = max(line.get_width() for line in lines)
    box = pygame.Rect(0, 0, wide + 3 * pad, high + 2 * pad)
    box.center = area.center
    box.clamp_ip(surface.get_rect())
    paint_box(surface, box, theme, unit)
    top = box.top + pad
    for line in lines:
        surface.blit(line, line.get_rect(midtop=(box.centerx, top)))
        top += line.get_height() + gap


def paint_box(surface: pygame.Surface, box: pygame.Rect, theme: Theme, unit: float) -> None:
    """A box with round corners that lets a little of what is below it through."""
    card = pygame.Surface(box.size, pygame.SRCALPHA)
    corner, line = round(14 * unit), max(round(2 * unit), 1)
    pygame.draw.rect(card, (*theme.bar, OPACITY), card.get_rect(), border_radius=corner)
    pygame.draw.rect(card, theme.edge, card.get_rect(), width=line, border_radius=corner)
    surface.blit(card, box)
