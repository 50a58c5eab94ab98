"""Corridors: long ones with dead ends, in which a single way leads anywhere.

They grow from their end, or now and then from anywhere (Buck, *Mazes for Programmers*,
"growing tree"). A symmetric maze grows on one half of the board.
"""

from pacgrid.maze_generator.lattice import edge_of, lattice_of, neighbours_in
from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.wall_grid import WallGrid

_LONG = 0.85
"""How often a corridor goes on from its end."""


def draw_corridors(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:  # noqa: ARG001
    lattice = lattice_of(grid, rng)
    if lattice is None:
        return None
    near = neighbours_in(lattice.between)
    start = rng.choice(lattice.nodes())
    reached, growing = {start, grid.image(start)}, [start]
    grid.dig(start)
    while growing:
        at = len(growing) - 1 if rng.chance(_LONG) else rng.below(len(growing))
        node = growing[at]
        ways = [other for other in near[node] if other not in reached]
        if not ways:
            del growing[at]
            continue
        other = rng.choice(ways)
        lattice.dig([edge_of(node, other)])
        reached |= {other, grid.image(other)}
        growing.append(other)
    return Sketch(grid, lattice.passages())


CORRIDORS = MazeStyle(
    "corridors",
    draw_corridors,
    smallest=(7, 5),
    loops=0.15,
    dead_ends=0.6,
    ghosts=2,
)
