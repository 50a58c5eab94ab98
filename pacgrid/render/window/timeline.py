"""The timeline: what happened when, where we are, and a way to go elsewhere."""

from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import capsule
from pacgrid.render.window.arrangement import Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.render.window.figures import pictures
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
    canvas: Canvas, area: Rect, timeline: Timeline, both: tuple[pygame.Surface, pygame.Surface]
) -> None:
    """Paint it, with a hand where we are; what comes after that is paler. `both` are the pictures
    of `timeline_pictures`."""
    surface, colour, pixels = canvas.surface, canvas.theme.text, canvas.pixels
    track = track_of(area, canvas.unit)
    here = track.left + round(track.width * min(timeline.ply / timeline.span, 1))
    ahead = here - area.left
    surface.blit(both[0], area, (0, 0, ahead, area.height))
    surface.blit(both[1], (here, area.top), (ahead, 0, area.width - ahead, area.height))
    wide, top = pixels(2), area.top + pixels(5)
    surface.fill(colour, (here - wide // 2, top, wide, area.height - 2 * pixels(5)))
    pygame.draw.circle(surface, colour, (here, top + pixels(2)), pixels(5))


def timeline_pictures(
    timeline: Timeline, size: Size, theme: Theme, unit: float
) -> tuple[pygame.Surface, pygame.Surface]:
    """The timeline without its hand, and the same in paler colours."""
    canvas = Canvas(pygame.Surface(size), theme, unit)
    canvas.surface.fill(theme.bar)
    gap = canvas.pixels(6)
    track = track_of(canvas.surface.get_rect(), unit)
    high = (size[1] - 2 * gap) // len(timeline.rows)
    for number, row in enumerate(timeline.rows):
        area = Rect(track.left, gap + number * high, track.width, high)
        _paint_row(canvas, area.inflate(0, -gap), row, timeline.span)
    veil = pygame.Surface(size)
    veil.fill(theme.bar)
    veil.set_alpha(130)
    paler = canvas.surface.copy()
    paler.blit(veil, (0, 0))
    return canvas.surface, paler


def _paint_row(canvas: Canvas, area: Rect, row: TimelineRow, span: int) -> None:
    surface, theme, pixels = canvas.surface, canvas.theme, canvas.pixels
    floor, thick = area.bottom - pixels(5), pixels(2)
    known = max(area.width * row.known // span, 1)
    surface.fill(mixed(theme.bar, theme.faint, 0.35), (area.left, floor, area.width, thick))
    surface.fill(theme.faint, (area.left, floor, known, thick))
    _paint_curve(surface, Rect(area.left, area.top, known, floor - area.top), row, theme)
    for event in row.events:
        at = area.left + area.width * event.ply // span
        _paint_event(canvas, event, at, floor, area.height // 2)
    if row.taken_over:
        at = area.left + area.width * row.taken_over // span
        for top in range(area.top, floor, 2 * pixels(3)):
            surface.fill(theme.text, (at - thick // 2, top, thick, pixels(3)))
        canvas.text("T", 14, theme.text, topleft=(at + pixels(4), area.top))


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


def _paint_event(canvas: Canvas, event: Event, left: int, floor: int, high: int) -> None:
    """A sign, up to `high` pixels high, above the line for what happened there."""
    surface, theme, pixels = canvas.surface, canvas.theme, canvas.pixels
    match event.kind:
        case EventKind.FOOD:
            surface.fill(theme.food, (left, floor - pixels(3), pixels(1), pixels(3)))
        case EventKind.GHOST:
            canvas.figure(event.ghost, high, (left, floor - high // 2 - 2))
        case EventKind.CAPSULE:
            dot = pictures(max(high, 4), theme)(capsule, 46)
            area = dot.get_rect(center=(left, floor - high // 2))
            surface.blit(dot, area, special_flags=pygame.BLEND_PREMULTIPLIED)
        case _:
            colour = theme.good if event.kind is EventKind.WON else theme.bad
            pygame.draw.circle(surface, colour, (left, floor), pixels(6))
            pygame.draw.circle(surface, theme.bar, (left, floor), pixels(3))
