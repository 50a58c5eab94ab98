"""Paints a caption with pygame: the bars above and below the board, and the banner over it."""

from functools import lru_cache

from pacgrid.view.caption import Caption
from pacgrid.view.palette import BAD, BAR, FAINT, GOOD, TEXT, WALL_EDGE, Colour
from pacgrid.view.sdl import pygame

HEADER, FOOTER = 52, 34
"""The heights of the bars, in pixels."""
MARGIN = 16
FINER = 4
"""How many times as large letters are drawn at first."""


@lru_cache(maxsize=32)
def _font(size: int) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(None, size)


@lru_cache(maxsize=256)
def _words(text: str, size: int, colour: Colour) -> pygame.Surface:
    """`text` in one line, drawn large and shrunk: small letters keep their distances so."""
    drawn = _font(size * FINER).render(text.replace("\0", ""), True, colour)  # noqa: FBT003
    width, height = drawn.get_size()
    if not width:  # of nothing at all
        return drawn
    return pygame.transform.smoothscale(drawn, (max(width // FINER, 1), height // FINER))


def _width(text: str, size: int) -> float:
    return _font(size * FINER).size(text)[0] / FINER


def paint_bars(surface: pygame.Surface, caption: Caption) -> None:
    """Paint the header and the footer along the edges of `surface`."""
    width, height = surface.get_size()
    header = pygame.Rect(0, 0, width, HEADER)
    footer = pygame.Rect(0, height - FOOTER, width, FOOTER)
    for bar in (header, footer):
        pygame.draw.rect(surface, BAR, bar)
    score = _words(str(caption.score), 40, TEXT)
    surface.blit(score, score.get_rect(midleft=(MARGIN, header.centery + 1)))
    points = _words("points", 22, FAINT)
    place = points.get_rect(midleft=(MARGIN + score.get_width() + 8, header.centery + 5))
    surface.blit(points, place)
    rounds = _words(f"round {caption.rounds}", 26, TEXT)
    right = rounds.get_rect(midright=(width - MARGIN, header.centery + 1))
    surface.blit(rounds, right)
    room = right.left - place.right - 2 * MARGIN
    status = _fitted(caption.status, 24, FAINT, room)
    middle = min(max(width // 2, place.right + MARGIN + status.get_width() // 2), right.left)
    surface.blit(status, status.get_rect(center=(middle, header.centery + 1)))
    room = width - 2 * MARGIN
    names = f"{caption.pairing} - {caption.place}"
    both = f"{names}      {caption.keys}"
    size = next((size for size in range(20, 14, -1) if _width(both, size) <= room), None)
    left = _words(names, size, TEXT) if size else _fitted(names, 20, TEXT, room)
    surface.blit(left, left.get_rect(midleft=(MARGIN, footer.centery + 1)))
    if size:
        keys = _words(caption.keys, size, FAINT)
        surface.blit(keys, keys.get_rect(midright=(width - MARGIN, footer.centery + 1)))


def paint_banner(surface: pygame.Surface, caption: Caption) -> None:
    """Paint the verdict over the board."""
    if not caption.verdict:
        return
    width, height = surface.get_size()
    room = width - 4 * MARGIN
    colour = GOOD if caption.good else BAD
    lines = [_fitted(caption.verdict, 64, colour, room)]
    for detail in caption.details:
        lines += [_words(line, 26, TEXT) for line in wrapped(detail, 26, room)]
    inner = sum(line.get_height() + 6 for line in lines)
    box = pygame.Rect(0, 0, max(line.get_width() for line in lines) + 4 * MARGIN, inner + 32)
    box.center = width // 2, (height + HEADER - FOOTER) // 2
    box.clamp_ip(surface.get_rect())
    panel = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.rect(panel, (*BAR, 236), panel.get_rect(), border_radius=18)
    pygame.draw.rect(panel, WALL_EDGE, panel.get_rect(), width=2, border_radius=18)
    surface.blit(panel, box)
    top = box.top + 18
    for line in lines:
        surface.blit(line, line.get_rect(midtop=(box.centerx, top)))
        top += line.get_height() + 6


def wrapped(text: str, size: int, room: int) -> list[str]:
    """`text` in lines of at most `room` pixels, broken between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _fitted(text: str, size: int, colour: Colour, room: int) -> pygame.Surface:
    """`text` as large as fits into `room` pixels; cut short before it gets too small to read."""
    while size > 16 and _width(text, size) > room:
        size -= 2
    cut = text
    while len(cut) > 1 and _width(cut, size) > room:
        cut = cut[:-4] + "..." if len(cut) > 4 else cut[:-1]
    return _words(cut, size, colour)
