"""The figure of a board, the same for every medium: Pac-Man, ghosts, dots, marks and walls as paths
of SVG, what to draw of them for a scene, and all of it as an SVG document.

Lengths are in 200ths of a cell, x to the right and y downwards, from the middle of a figure's own
cell.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.common.sanitize import one_line
from pacgrid.layout import Position
from pacgrid.marks import WALL
from pacgrid.maze import Cells, HalfPosition, Maze
from pacgrid.session.frame import LABEL_RIM, Marks, Mood, Scene, SmallBoard
from pacgrid.session.themes import Ink, Theme, agent_ink, colour_of, hexed

UNIT = 200
FOOD_SIZE = 20
TINT_OPACITY, TRAIL_OPACITY, ARROW_OPACITY = 0.55, 0.6, 0.85
"""The opacity of the strongest tint, and of all trails and arrows: what is below shines through."""
CAPITALS = 0.72
"""How high capital letters and digits are, by the size of a font."""
_TRAIL, _HEAD_SIDE = 24, 40
"""How wide trails are, and how far the head of an arrow reaches beside it."""
_ASIDE = (0, 28, -28, 50, -50)
"""How far the trails of agents are moved to the lower right, so that they run side by side."""
_LABEL_SIZE = 84
"""The size of a label's letters: four digits are about as wide as a cell."""
_ALONE_MOUTH = 34
"""Degrees: how far Pac-Man's mouth is open where no board is around him."""
_ANGLES = {Action.NORTH: 90, Action.EAST: 0, Action.SOUTH: 270, Action.WEST: 180, Action.STOP: 0}

_PLAIN, _NUMBERED, _ON_LIGHT = "plain", "numbered", "on-light"
"""Parts for themes in which ghosts have no numbers, or have them; for light ground."""

Point = tuple[float, float]


class Shape(NamedTuple):
    """A path, filled or drawn with a round brush."""

    ink: str
    """The name of its colour, see `colour_of`."""
    path: str
    brush: float = 0
    """The width of the brush; 0 fills the path."""
    only: str = ""
    """The kinds of themes that have this part, `plain`, `numbered` or `on-light`; empty: all."""


class Letters(NamedTuple):
    """A text, in the middle from left to right."""

    ink: str
    text: str
    size: float
    baseline: float
    rim: str = ""
    """The colour of a rim that sets the letters off from what is below them."""
    only: str = ""


class Figure(NamedTuple):
    """Shapes and letters, one over the other."""

    parts: tuple[Shape | Letters, ...]
    cells: tuple[int, int, int, int] = (0, 0, 1, 1)
    """The cells that it reaches into: how many to the right of its own one the first is and how
    many below it, and how many they are from left to right and from top to bottom."""

    def parts_in(self, theme: Theme) -> Iterator[Shape | Letters]:
        """The parts that a theme shows."""
        kinds = {_NUMBERED if theme.numbered else _PLAIN, *([_ON_LIGHT] if theme.light else ())}
        return (part for part in self.parts if kinds.issuperset(part.only.split()))


def paint(ink: str, theme: Theme | None) -> str:
    """What SVG calls a colour of a theme; without a theme, what pages call it in any."""
    return hexed(colour_of(theme, ink)) if theme else f"var(--{ink})"


@cache
def food() -> Figure:
    return _dot(FOOD_SIZE, "food")


@cache
def capsule(diameter: int) -> Figure:
    """A large dot; `diameter` in hundredths of a cell, see `capsule_size`."""
    return _dot(diameter, "capsule")


def capsule_size(pulse: float) -> int:
    """The diameter of a capsule, in hundredths of a cell; `pulse` from 0 to 1, see `Scene`."""
    return round(46 + 12 * pulse)


@cache
def pacman(facing: Action, mouth: int) -> Figure:
    """Pac-Man; `mouth` in degrees, see `PacmanFigure`."""
    if mouth >= 180:
        return Figure(())
    # An arc needs two ends: a shut mouth is open by a hair.
    angle, lip = _ANGLES[facing], max(mouth, 0.1)
    hinge, upper, lower = _at(12, angle + 180), _at(86, angle + lip), _at(86, angle - lip)
    far = int(lip < 90)
    path = f"M{_pair(hinge)}L{_pair(upper)}A86 86 0 {far} 0 {_pair(lower)}z"
    return Figure((Shape("pacman", path),))


@cache
def ghost(number: int, looking: Action, mood: Mood, wave: int) -> Figure:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""
    if mood is Mood.EATEN:
        return Figure((*_eyes(looking, rimmed=True),))
    if mood is Mood.ACTIVE:
        ink = agent_ink(number)
        worn = Letters(f"on-{ink}", str(number), 74, 58, only=_NUMBERED)
        return Figure((Shape(ink, _ghost_body(wave)), *_eyes(looking), worn))
    scared = mood is Mood.SCARED
    body, face = ("scared", "eye") if scared else ("flashing", "scared")
    pupils = _ellipse(-28, -20, 12.5, 12.5) + _ellipse(28, -20, 12.5, 12.5)
    mouth = Shape(face, f"M-48 23{_waves(6, 16, 14)}", 10)
    return Figure((Shape(body, _ghost_body(wave)), Shape(face, pupils), mouth))


def agent_figure(agent: int, symbols: Sequence[str] = ()) -> Figure:
    """An agent by itself: Pac-Man or a ghost; with `symbols`, the letter of an agent of another
    game on a disc of its colour."""
    if symbols:
        ink = agent_ink(agent)
        letter = Letters(f"on-{ink}", symbols[agent][:1], 122, 122 * CAPITALS / 2)
        return Figure((*_dot(90, ink).parts, letter))
    if agent:
        return ghost(agent, Action.EAST, Mood.ACTIVE, 0)
    return pacman(Action.EAST, _ALONE_MOUTH)


@cache
def tile(ink: str) -> Figure:
    """A coloured cell with round corners."""
    corner = "a24 24 0 0 1"
    sides = f"h146{corner} 24 24v146{corner} -24 24h-146{corner} -24 -24v-146{corner} 24 -24z"
    return Figure((Shape(ink, f"M-73 -97{sides}"),))


def trail(agent: int, points: tuple[HalfPosition, ...]) -> Figure:
    """A trail, around the cell that it starts in; where an agent jumps, it has a gap."""
    ink, aside = agent_ink(agent), _ASIDE[agent % len(_ASIDE)]
    start_x, start_y = points[0]
    way = [(UNIT * (x - start_x) + aside, UNIT * (start_y - y) + aside) for x, y in points]
    end, head = _arrow_head(*way[-2:])
    runs = ["M" + _pair(way[0])]
    for before, after in pairwise([*way[:-1], end]):
        runs.append("ML"[math.dist(before, after) < 1.01 * UNIT] + _pair(after))
    return Figure((Shape(ink, "".join(runs), _TRAIL), Shape(ink, head)), _cells_around(way))


def arrow(dx: float, dy: float, ink: str) -> Figure:
    """An arrow to the cell so many cells to the right and *up*; a ring if that is the same one."""
    if not dx and not dy:
        return Figure((Shape(ink, _ellipse(0, 0, 84, 84), _TRAIL),))
    tip = UNIT * dx, -UNIT * dy
    end, head = _arrow_head((0, 0), tip)
    line = Shape(ink, f"M0 0L{_pair(end)}", _TRAIL)
    return Figure((line, Shape(ink, head)), _cells_around([(0, 0), tip]))


@lru_cache(maxsize=4096)
def label(text: str, ink: Ink) -> Figure:
    """`text` in the middle of a cell. A short one has letters of the size in which four fit."""
    size = min(_LABEL_SIZE, 4 * _LABEL_SIZE / max(len(text), 1))
    baseline = round(size * CAPITALS / 2, 1)
    letters = Letters(f"letters-{ink}", text, round(size, 1), baseline, "background")
    return Figure((letters,) if text else (), (-1, 0, 3, 1))


def rim_width(letters: Letters) -> float:
    """The width of the brush that draws the rim of letters."""
    return 2 * LABEL_RIM * UNIT * letters.size / _LABEL_SIZE


def _dot(diameter: int, ink: str) -> Figure:
    """A disc; `diameter` in hundredths of a cell."""
    return Figure((Shape(ink, _ellipse(0, 0, diameter, diameter)),))


def _ellipse(x: float, y: float, width: float, height: float) -> str:
    half = f"a{width:g} {height:g} 0 1 0"
    return f"M{x - width:g} {y:g}{half} {2 * width:g} 0{half} {-2 * width:g} 0z"


def _waves(count: int, along: float, height: float) -> str:
    """Half waves to one side, first `height` downwards, then back up. A third of the way to the
    control points makes cubic curves nearly cosines."""
    near, far = round(0.3642 * along, 1), round(0.6358 * along, 1)
    steps = (height * (-1) ** step for step in range(count))
    return "".join(f"c{near:g} 0 {far:g} {dy:g} {along:g} {dy:g}" for dy in steps)


def _ghost_body(wave: int) -> str:
    hem, height = (62, 22) if wave else (84, -22)
    return f"M-82 -4A82 82 0 0 1 82 -4V{hem}{_waves(6, -27.3, height)}z"


def _eyes(looking: Action, *, rimmed: bool = False) -> Iterator[Shape]:
    """A ghost's eyes; with rims they stand out from light ground."""
    dx, dy = looking.vector
    for only, height in ((_PLAIN, -16), (_NUMBERED, -36)):  # room for the number below
        middles = [(33 * side + 10 * dx, height - 10 * dy) for side in (-1, 1)]
        pupils = [(x + 11 * dx, y - 15 * dy) for x, y in middles]
        if rimmed:
            yield Shape("pupil", _ellipses(middles, 29, 35), only=f"{only} {_ON_LIGHT}")
        yield Shape("eye", _ellipses(middles, 23, 29), only=only)
        yield Shape("pupil", _ellipses(pupils, 13, 13), only=only)


def _ellipses(middles: Iterable[Point], width: float, height: float) -> str:
    return "".join(_ellipse(x, y, width, height) for x, y in middles)


def _arrow_head(start: Point, tip: Point) -> tuple[Point, str]:
    """Where an arrow's line ends, covered by its head; and the outline of the head."""
    (bx, by), (ax, ay) = start, tip
    length = math.dist(start, tip) or 1
    dx, dy = (ax - bx) / length, (ay - by) / length
    corners = (
        (ax + along * dx - off * dy, ay + along * dy + off * dx)
        for along, off in ((30, 0), (-30, _HEAD_SIDE), (-30, -_HEAD_SIDE))
    )
    return (ax - 20 * dx, ay - 20 * dy), f"M{'L'.join(map(_pair, corners))}z"


def _cells_around(way: Iterable[Point]) -> tuple[int, int, int, int]:
    """The cells that an arrow along these points reaches into."""
    columns, rows = zip(*way, strict=True)
    left, top = (math.floor((min(ends) - _HEAD_SIDE) / UNIT + 0.5) for ends in (columns, rows))
    right, bottom = (math.floor((max(ends) + _HEAD_SIDE) / UNIT + 0.5) for ends in (columns, rows))
    return left, top, right + 1 - left, bottom + 1 - top


def _at(distance: float, degrees: float) -> Point:
    """A point around the middle: 0 is east, 90 is up."""
    turn = math.radians(degrees)
    return distance * math.cos(turn), -distance * math.sin(turn)


def _pair(point: Point) -> str:
    x, y = (round(value, 1) + 0 for value in point)
    return f"{x:g} {y:g}"


WALL_WIDTH, EDGE_WIDTH, NOOK_RADIUS = 0.62, 0.075, 0.16
"""Sizes in cells: how thick a wall is, and the line around it; how round it is where two walls
meet."""
_WIDTHS = (WALL_WIDTH, WALL_WIDTH - 2 * EDGE_WIDTH)
_HALF, _HUB = 0.5, WALL_WIDTH / 2 + NOOK_RADIUS
_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The cells around a cell, clockwise from the north."""
_Around = tuple[bool, ...]
"""Whether each of these cells is a wall."""


def wall_cells(rows: Sequence[str]) -> frozenset[Position]:
    """The cells that are walls in rows of a drawn maze."""
    return frozenset(
        (x, y) for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row) if mark == WALL
    )


@lru_cache(maxsize=64)
def wall_paths(rows: tuple[str, ...]) -> tuple[str, str]:
    """All walls of a drawn maze with their edge, and without it, as paths to fill."""
    edge, inside = (_path(rows, width) for width in _WIDTHS)
    return edge, inside


def _path(rows: Sequence[str], width: float) -> str:
    """The edge of walls that are `width` cells wide, clockwise around each piece."""
    pieces, cells = {}, wall_cells(rows)
    for x, y in sorted(cells):
        around = tuple((x + dx, y + dy) in cells for dx, dy in _AROUND)
        for turns, edge in enumerate(_edges(around, width)):
            points = [
                (round(UNIT * (x + 0.5 + dx)), round(UNIT * (len(rows) - y - 0.5 + dy)))
                for dx, dy in _turned(edge, turns)
            ]
            if points:
                pieces[points[0]] = points[1:]
    path: list[str] = []
    while pieces:
        x, y = min(pieces)
        path.append(f"M{x} {y}")
        while piece := pieces.pop((x, y), None):
            is_nook = len(piece) > 1
            for end_x, end_y in piece:
                line = f"H{end_x}" if end_y == y else f"V{end_y}"
                if end_x != x and end_y != y:
                    radius = abs(end_x - x)
                    line = f"A{radius} {radius} 0 0 {0 if is_nook else 1} {end_x} {end_y}"
                elif path[-1][0] == line[0]:
                    path.pop()  # two lines are one
                path.append(line)
                x, y = end_x, end_y
        path.append("z")
    return "".join(path)


def _edges(around: _Around, width: float) -> Iterator[tuple[Point, ...]]:
    """The edge of a wall in each quarter of its cell, clockwise, turned so that the quarter is the
    upper right one: points around the middle of the cell. There is none where all is wall.

    Points that differ in x and in y are joined by a quarter of a circle: around the cell's middle
    if there are two points, else around a hub outside the wall.
    """
    rim = width / 2
    for first in (0, 2, 4, 6):
        above, corner, beside = (around[(first + step) % 8] for step in range(3))
        if above and beside:
            nook = (rim, -_HALF), (rim, -_HUB), (_HUB, -rim), (_HALF, -rim)
            yield () if corner else nook
        elif above:
            yield (rim, -_HALF), (rim, 0)
        elif beside:
            yield (0, -rim), (_HALF, -rim)
        else:
            yield (0, -rim), (rim, 0)


def _turned(points: Sequence[Point], turns: int) -> Sequence[Point]:
    for _ in range(turns):
        points = [(-y, x) for x, y in points]
    return points


MOUTH_STEP = 6
"""Degrees: Pac-Man's mouth has few positions, so that painters can keep the figures."""


class Placed(NamedTuple):
    figure: Figure
    position: HalfPosition
    """The position in cells, `(0, 0)` the middle of the cell at the bottom left, y upwards."""
    opacity: float = 1
    text: str = ""
    """What it says, if it is made of letters."""


class Dots(NamedTuple):
    figure: Figure
    cells: Cells


class DisplayList(NamedTuple):
    """All that is drawn on the walls, from the bottom up."""

    below: tuple[Placed, ...]
    """Tints and trails: the same object as long as the marks are the same."""
    food: Dots
    capsules: Dots
    figures: tuple[Placed, ...]


def display_list(scene: Scene, *, letters: bool = True) -> DisplayList:
    """What to draw for `scene`. Without `letters` it has no labels.

    Equal figures are usually the same object.
    """
    man, (below, above) = scene.pacman, _marks(scene.marks)
    mouth = MOUTH_STEP * round(man.mouth / MOUTH_STEP)
    agents = [Placed(pacman(man.facing, mouth), man.position)] if mouth < 180 else []
    for each in scene.ghosts:
        wave = int(2 * sum(each.position)) % 2  # its hem swings as it goes
        figure = ghost(each.number, each.looking, each.mood, wave)
        agents.append(Placed(figure, each.position))
    if letters:
        agents += above
    return DisplayList(
        below,
        Dots(food(), scene.food),
        Dots(capsule(capsule_size(scene.pulse)), scene.capsules),
        tuple(agents),
    )


@lru_cache(maxsize=64)
def _marks(marks: Marks) -> tuple[tuple[Placed, ...], tuple[Placed, ...]]:
    tints = (
        Placed(tile(each.ink), each.position, round(TINT_OPACITY * each.strength, 2))
        for each in marks.tints
    )
    trails = (
        Placed(trail(path.agent, path.points), path.points[0], TRAIL_OPACITY)
        for path in marks.trails
    )
    labels = (
        Placed(label(each.text, each.ink), each.position, text=each.text) for each in marks.labels
    )
    return (*tints, *trails), tuple(labels)


class Svg(str):
    """An SVG document: notebooks show it, and `Path.write_text` saves it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


def svg_document(drawn: DisplayList, maze: Maze, theme: Theme, cell: float, title: str) -> Svg:
    """The document, with `cell` pixels for a cell; crisp at any size. A screen reader reads the
    title."""
    width, height = maze.width, maze.height
    below, food, capsules, figures = drawn
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell:g}"'
        f' height="{height * cell:g}" viewBox="0 0 {width * UNIT} {height * UNIT}" role="img"'
        ' font-family="system-ui, sans-serif">',
        f"<title>{escape(one_line(title))}</title>",
        f'<rect width="100%" height="100%" fill="{paint("background", theme)}"/>',
        wall_elements(maze.walls, theme),
        *(_group(placed, maze.height, theme) for placed in below),
        *(_circles(dots, maze.height, theme) for dots in (food, capsules) if dots.cells),
        *(_group(placed, maze.height, theme) for placed in figures),
        "</svg>\n",
    )
    return Svg("\n".join(lines))


def wall_elements(rows: tuple[str, ...], theme: Theme | None) -> str:
    """The walls of a drawn maze, from its upper left corner on; `theme` as in `paint`."""
    edge, inside = wall_paths(rows)
    return (
        f'<path fill="{paint("edge", theme)}" d="{edge}"/>\n'
        f'<path fill="{paint("wall", theme)}" d="{inside}"/>'
    )


def elements(figure: Figure, theme: Theme | None) -> str:
    """A figure around the middle of its cell; without a theme as it looks in any: parts that only
    some have are in classes."""
    parts = figure.parts_in(theme) if theme else figure.parts
    return "".join(element(part, theme) for part in parts)


def element(part: Shape | Letters, theme: Theme | None) -> str:
    colour = paint(part.ink, theme)
    only = f' class="{part.only}"' if part.only and not theme else ""
    if isinstance(part, Shape):
        look = f'fill="{colour}"'
        if part.brush:
            look = f'fill="none" stroke="{colour}" stroke-width="{part.brush:g}"'
            look += ' stroke-linecap="round" stroke-linejoin="round"'
        return f'<path{only} {look} d="{part.path}"/>'
    look = f'fill="{colour}"'
    if part.rim:
        look += f' stroke="{paint(part.rim, theme)}" stroke-width="{rim_width(part):g}"'
        look += ' stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text{only} y="{part.baseline:g}" font-size="{part.size:g}" font-weight="700"'
        f' text-anchor="middle" {look}>{escape(one_line(part.text))}</text>'
    )


def description(scene: Scene) -> str:
    """Who is where, in words."""

    def at(position: HalfPosition) -> str:
        x, y = position
        return f"({x:g}, {y:g})"

    ghosts = (f", ghost {g.number} at {at(g.position)} {g.mood.name.lower()}" for g in scene.ghosts)
    rest = f"; {len(scene.food)} food and {len(scene.capsules)} capsules left"
    return f"Pac-Man at {at(scene.pacman.position)}{''.join(ghosts)}{rest}"


def small_board(board: SmallBoard, theme: Theme | None) -> str:
    """A region of a board from its upper left corner on, in units of boards."""
    (left, bottom, right, top), maze = board.region, board.scene.maze
    rows = (
        row[left : right + 1] for row in maze.walls[maze.height - 1 - top : maze.height - bottom]
    )
    drawn = display_list(board.scene, letters=False)
    dots = (
        Placed(each.figure, cell) for each in (drawn.food, drawn.capsules) for cell in each.cells
    )
    groups = (
        _group(placed._replace(position=(x - left, y - bottom)), top + 1 - bottom, theme)
        for placed in (*dots, *drawn.figures)
        for x, y in [placed.position]
        if left <= x <= right and bottom <= y <= top
    )
    return wall_elements(tuple(rows), theme) + "".join(groups)


def _group(placed: Placed, height: int, theme: Theme | None) -> str:
    x, y = middle(placed.position, height)
    opacity = f' opacity="{placed.opacity:.3g}"' if placed.opacity < 1 else ""
    parts = elements(placed.figure, theme)
    return f'<g transform="translate({x} {y})"{opacity}>{parts}</g>'


def _circles(dots: Dots, height: int, theme: Theme) -> str:
    (disc,) = dots.figure.parts
    assert isinstance(disc, Shape)
    middles = (middle(cell, height) for cell in dots.cells)
    path = "".join(f"M{x} {y}m{disc.path[1:]}" for x, y in middles)
    return f'<g fill="{paint(disc.ink, theme)}"><path d="{path}"/></g>'


def middle(position: HalfPosition, height: int) -> tuple[int, int]:
    """Where a position is in the picture of a board of so many rows."""
    x, y = position
    return round((x + 0.5) * UNIT), round((height - 0.5 - y) * UNIT)
