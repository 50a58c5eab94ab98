"""The timeline: what happened when, where we are, and a way to go elsewhere."""

from pacgrid.analysis.game_analysis import Mark
from pacgrid.render.figures import capsule
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect, Size
from pacgrid.render.window.canvas import Canvas, ClickArea, Point
from pacgrid.session.frame import MarkedMove, Timeline, TimelineRow
from pacgrid.session.scene import Event, EventKind
from pacgrid.session.session import Session
from pacgrid.session.themes import ink_on, mixed

PAD = 16
"""Units to the left and right of the track."""
SIGN, ANALYSED_HEIGHT = 17, 2.4
"""The size of the sign of a bad move, in units; how much higher the row of an analysed game is."""
VEIL = 130
"""How opaque the veil is that makes colours paler, up to 255."""

Pictures = tuple[pygame.Surface, pygame.Surface]
"""In usual colours, and in paler ones for what is yet to come."""


def timeline_height(timeline: Timeline) -> float:
    """How high it is, in ordinary rows."""
    return sum(ANALYSED_HEIGHT if row.values else 1 for row in timeline.rows)


def timeline_pictures(canvas: Canvas, size: Size, timeline: Timeline) -> Pictures:
    """The timeline without its hand."""
    picture, veil = (canvas.empty(size, canvas.theme.bar) for _ in range(2))
    if not timeline.rows:
        _paint_line(picture, _track(picture, picture.area), timeline)
    for number, row in enumerate(timeline.rows):
        _paint_row(picture, _row_area(picture, picture.area, timeline, number), row, timeline)
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
            _paint_sign(canvas, sign, mark, is_here=mark.ply == round(timeline.ply))
            go = lambda session, _, ply=mark.ply: session.seek(ply)  # noqa: E731
            canvas.on_click(sign, go)


def _paint_line(canvas: Canvas, track: Rect, timeline: Timeline) -> None:
    """A timeline without games: its marks on a line."""
    fill, theme, pixels = canvas.surface.fill, canvas.theme, canvas.pixels
    fill(theme.faint, (track.left, track.centery, track.width, pixels(2)))
    for ply in timeline.marks:
        left = track.left + track.width * ply // timeline.span
        fill(theme.bad, (left, track.centery - pixels(6), pixels(2), pixels(13)))


def _track(canvas: Canvas, area: Rect) -> Rect:
    """The part of a timeline that stands for the game."""
    return area.inflate(-2 * min(canvas.pixels(PAD), (area.width - 1) // 2), 0)


def _row_area(canvas: Canvas, area: Rect, timeline: Timeline, number: int) -> Rect:
    """The part of a timeline's area in which row `number` is."""
    track, gap = _track(canvas, area), canvas.pixels(6)
    height = (area.height - 2 * gap) // len(timeline.rows)
    top = area.top + gap + number * height
    return Rect(track.left, top, track.width, height).inflate(0, -gap)


def _paint_row(canvas: Canvas, area: Rect, row: TimelineRow, timeline: Timeline) -> None:
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


def _paint_sign(canvas: Canvas, area: Rect, mark: MarkedMove, *, is_here: bool) -> None:
    colour = getattr(canvas.theme, mark.ink)
    if is_here:
        canvas.rounded(area.inflate(4, 4), canvas.theme.text, SIGN)
    canvas.rounded(area, colour, SIGN)
    canvas.text(mark.sign, SIGN, ink_on(colour), area, "center")


def _paint_curve(canvas: Canvas, area: Rect, row: TimelineRow) -> None:
    """The score, or the value: the higher, the more points."""
    surface, theme = canvas.surface, canvas.theme
    steps = min(row.known, area.width)
    if steps < 1 or area.width < 2:
        return
    curve = [row.curve[row.known * step // steps] for step in range(steps + 1)]
    least, most = min(*curve, 0), max(*curve, row.least_height)
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
            canvas.figure(capsule(46, theme), height, (left, floor - height // 2))
        case _:
            colour = theme.good if event.kind is EventKind.WON else theme.bad
            pygame.draw.circle(surface, colour, (left, floor), pixels(6))
            pygame.draw.circle(surface, theme.bar, (left, floor), pixels(3))
