"""The timeline: what happened when, where we are, and a way to go elsewhere."""

from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import capsule
from pacgrid.render.text import words
from pacgrid.render.window.arrangement import Rect
from pacgrid.render.window.figures import pictures
from pacgrid.render.window.panels import put_figure
from pacgrid.session.events import Event, EventKind
from pacgrid.session.frame import Timeline, TimelineRow
from pacgrid.session.themes import Theme, mixed

PAD = 16
"""Units to the left and right of the track."""
LEAST_SCORE = 50
"""Points that the height of a score curve stands for at least."""


def track_of(area: Rect, unit: float) -> Rect:
    """The part of the timeline that stands for the game."""
    pad = min(round(PAD * unit), (area.width - 1) // 2)
    return Rect(area.left + pad, area.top, area.width - 2 * pad, area.height)


def ply_at(x: int, track: Rect, span: int) -> int:
    """The ply at a pixel, counted from the left of the window."""
    return round(min(max((x - track.left) / track.width, 0), 1) * span)


def paint_timeline(
    surface: pygame.Surface,
    area: Rect,
    timeline: Timeline,
    both: tuple[pygame.Surface, pygame.Surface],
    theme: Theme,
    unit: float,
) -> None:
    """Paint it, with a hand where we are; what comes after that is paler. `both` are the pictures
    of `timeline_pictures`."""
    picture, paler = both
    track = track_of(area, unit)
    here = track.left + round(track.width * min(timeline.ply / timeline.span, 1))
    ahead = here - area.left
    surface.blit(picture, area, (0, 0, ahead, area.height))
    surface.blit(paler, (here, area.top), (ahead, 0, area.width - ahead, area.height))
    wide, knob = max(round(2 * unit), 1), max(round(5 * unit), 2)
    top, bottom = area.top + round(5 * unit), area.bottom - round(5 * unit)
    surface.fill(theme.text, (here - wide // 2, top, wide, bottom - top))
    pygame.draw.circle(surface, theme.text, (here, top + knob // 2), knob)


def timeline_pictures(
    timeline: Timeline, size: tuple[int, int], theme: Theme, unit: float
) -> tuple[pygame.Surface, pygame.Surface]:
    """The timeline without its hand, and the same in paler colours."""
    rows, span = timeline.rows, timeline.span
    picture = pygame.Surface(size)
    picture.fill(theme.bar)
    gap = round(6 * unit)
    track = track_of(picture.get_rect(), unit)
    high = (size[1] - 2 * gap) // len(rows)
    for number, row in enumerate(rows):
        area = Rect(track.left, gap + number * high, track.width, high)
        _paint_row(picture, area.inflate(0, -gap), row, span, theme, unit)
    paler = picture.copy()
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((*theme.bar, 130))
    paler.blit(veil, (0, 0))
    return picture, paler


def _paint_row(
    surface: pygame.Surface, area: Rect, row: TimelineRow, span: int, theme: Theme, unit: float
) -> None:
    floor = area.bottom - round(5 * unit)
    wide = max(area.width * row.known // span, 1)
    thick = max(round(2 * unit), 1)
    surface.fill(mixed(theme.bar, theme.faint, 0.35), (area.left, floor, area.width, thick))
    surface.fill(theme.faint, (area.left, floor, wide, thick))
    _paint_curve(surface, Rect(area.left, area.top, wide, floor - area.top), row, theme)
    for event in row.events:
        at = area.left + area.width * event.ply // span
        _paint_event(surface, event, (at, floor), area.height // 2, theme, unit)
    if row.taken_over:
        at = area.left + area.width * row.taken_over // span
        step = max(round(3 * unit), 2)
        for top in range(area.top, floor, 2 * step):
            surface.fill(theme.text, (at - thick // 2, top, thick, step))
        surface.blit(words("T", round(14 * unit), theme.text), (at + round(4 * unit), area.top))


def _paint_curve(surface: pygame.Surface, area: Rect, row: TimelineRow, theme: Theme) -> None:
    """The score: the higher, the more points."""
    steps = min(row.known, area.width)
    if steps < 1 or area.width < 2:
        return
    scores = [row.scores[row.known * step // steps] for step in range(steps + 1)]
    low, high = min(*scores, 0), max(*scores, LEAST_SCORE)
    scale = (area.height - 2) / (high - low)
    points = [
        (area.left + area.width * step / steps, area.bottom - scale * (score - low))
        for step, score in enumerate(scores)
    ]
    ground = [area.bottomleft, *points, area.bottomright]
    pygame.draw.polygon(surface, mixed(theme.bar, theme.edge, 0.3), ground)
    pygame.draw.lines(surface, mixed(theme.bar, theme.edge, 0.75), False, points)  # noqa: FBT003


def _paint_event(
    surface: pygame.Surface,
    event: Event,
    foot: tuple[int, int],
    high: int,
    theme: Theme,
    unit: float,
) -> None:
    """A sign above the line for what happened there."""
    left, floor = foot
    match event.kind:
        case EventKind.FOOD:
            tick = max(round(3 * unit), 2)
            surface.fill(theme.food, (left, floor - tick, max(round(unit), 1), tick))
        case EventKind.GHOST:
            put_figure(surface, event.ghost, (left, floor - high // 2 - 2), high, theme)
        case EventKind.CAPSULE:
            dot = pictures(max(high, 4), theme)(capsule, 46)
            spot = dot.get_rect(center=(left, floor - high // 2))
            surface.blit(dot, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
        case _:
            colour = theme.good if event.kind is EventKind.WON else theme.bad
            radius = max(round(6 * unit), 3)
            pygame.draw.circle(surface, colour, (left, floor), radius)
            pygame.draw.circle(surface, theme.bar, (left, floor), max(radius // 2, 1))
