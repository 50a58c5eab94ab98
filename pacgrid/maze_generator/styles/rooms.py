"""Rooms: halls joined by doors.

The board is split in two again and again, until the rooms are small enough (binary space
partition). A symmetric board has rooms in its middle, or a wall, and the same rooms on both sides.
"""

from collections import defaultdict
from collections.abc import Iterator

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Passage, Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid

Room = tuple[int, int, int, int]
"""The first column and row, and the last ones."""

_SMALLEST = 2
_LARGEST = 5
_LONG_HALL = 7
_PILLARS = 0.5
"""How many of the rooms that are large enough have pillars."""


def draw_rooms(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:  # noqa: ARG001
    rooms = list(_rooms(grid, rng))
    number = _numbered(grid, rooms)
    grid.dig(*number)
    passages = _doors(grid, number, rng)
    for room in rooms:
        if rng.chance(_PILLARS):
            grid.fill(*_pillars(grid, room))
    return Sketch(grid, passages, keeps_corridors=False)


ROOMS = MazeStyle("rooms", draw_rooms, smallest=(9, 7), loops=0.4, ghosts=3, food=0.5)


def _rooms(grid: WallGrid, rng: SeededChoices) -> Iterator[Room]:
    """The rooms, without those that are images of others."""
    width, height = grid.width, grid.height
    if grid.symmetry is MazeSymmetry.NONE:
        yield from _split((1, 1, width - 2, height - 2), rng)
        return
    sizes = [size for size in range(1, 6) if size % 2 == width % 2]
    sizes = [size for size in sizes if _side(width, size) >= _SMALLEST]
    middle = rng.choice(sizes)
    side = _side(width, middle)
    yield from _split((1, 1, side, height - 2), rng)
    if middle > 2:
        turned = grid.symmetry is MazeSymmetry.ROTATION
        for top, bottom in _storeys(height, rng, turned=turned):
            yield side + 2, top, side + 1 + middle, bottom


def _side(width: int, middle: int) -> int:
    """How wide the part beside the middle is: a wall up to 2, or rooms with a wall on each side."""
    return (width - 2 - middle) // 2 - (middle > 2)


def _storeys(height: int, rng: SeededChoices, *, turned: bool) -> Iterator[tuple[int, int]]:
    """The first and last rows of the rooms in the middle, from the top; with `turned`, only as far
    as the centre."""
    if not turned:
        yield from _cut(1, height - 2, rng)
        return
    sizes = [size for size in range(1, 6) if size % 2 == height % 2 and size != 2]
    sizes = [size for size in sizes if _side(height, size) >= _SMALLEST] or [height - 2]
    middle = rng.choice(sizes)
    if middle == height - 2:
        yield 1, height - 2
        return
    top = _side(height, middle)
    yield from _cut(1, top, rng)
    if middle > 2:
        yield top + 2, top + 1 + middle


def _cut(first: int, last: int, rng: SeededChoices) -> Iterator[tuple[int, int]]:
    """The rows from `first` to `last`, cut into rooms."""
    length = last - first + 1
    if length <= _LARGEST and (length < 2 * _SMALLEST + 1 or rng.chance(0.5)):
        yield first, last
        return
    wall = rng.between(first + _SMALLEST, last - _SMALLEST)
    yield from _cut(first, wall - 1, rng)
    yield from _cut(wall + 1, last, rng)


def _split(room: Room, rng: SeededChoices) -> Iterator[Room]:
    left, top, right, bottom = room
    width, height = right - left + 1, bottom - top + 1
    long, short = max(width, height), min(width, height)
    is_small = long <= _LARGEST or (long <= _LONG_HALL and short <= 3)
    can_split = long >= 2 * _SMALLEST + 1
    if not can_split or (is_small and rng.chance(0.6 if short > 2 else 0.9)):
        yield room
    elif width > height or (width == height and rng.chance(0.5)):
        wall = rng.between(left + _SMALLEST, right - _SMALLEST)
        yield from _split((left, top, wall - 1, bottom), rng)
        yield from _split((wall + 1, top, right, bottom), rng)
    else:
        wall = rng.between(top + _SMALLEST, bottom - _SMALLEST)
        yield from _split((left, top, right, wall - 1), rng)
        yield from _split((left, wall + 1, right, bottom), rng)


def _cells(grid: WallGrid, room: Room) -> list[Cell]:
    left, top, right, bottom = room
    return [grid.cell(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _numbered(grid: WallGrid, rooms: list[Room]) -> dict[Cell, int]:
    """By cell: the number of its room; images of rooms have numbers of their own."""
    number: dict[Cell, int] = {}
    for n, room in enumerate(rooms):
        for cell in _cells(grid, room):
            number[cell] = 2 * n
    for n, room in enumerate(rooms):
        for cell in _cells(grid, room):
            number.setdefault(grid.image(cell), 2 * n + 1)
    return number


def _doors(grid: WallGrid, number: dict[Cell, int], rng: SeededChoices) -> list[Passage]:
    """A place for a door between any two rooms that share a wall; once for a pair and its image."""
    places: dict[tuple[int, int], list[Passage]] = defaultdict(list)
    for cell, own in number.items():
        for step in (1, grid.width):
            for thick in (1, 2):
                other = number.get(cell + step * (thick + 1))
                walls = tuple(cell + step * n for n in range(1, thick + 1))
                if other is None or other == own:
                    continue
                if any(wall in number or not grid.is_inside(wall) for wall in walls):
                    continue
                image = number[grid.image(cell)], number[grid.image(cell + step * (thick + 1))]
                pair = min(sorted((own, other)), sorted(image))
                places[pair[0], pair[1]].append(walls)
    return [rng.choice(places[pair]) for pair in sorted(places)]


def _pillars(grid: WallGrid, room: Room) -> list[Cell]:
    """Pillars that look the same from all sides of the room; none in a small one."""
    left, top, right, bottom = room
    width, height = right - left + 1, bottom - top + 1
    if min(width, height) < 3 or width * height < 12:
        return []
    xs = [left + 1, right - 1] if width >= 5 else [left + 1] if width == 3 else []
    ys = [top + 1, bottom - 1] if height >= 5 else [top + 1] if height == 3 else []
    if width == height == 5:
        return [grid.cell(left + 2, top + 2)]
    return [grid.cell(x, y) for x in xs for y in ys]
