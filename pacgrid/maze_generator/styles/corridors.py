"""Corridors: a maze of long passages with dead ends, in which a single way leads anywhere.

The passages grow from their end, or now and then from anywhere (Buck, *Mazes for Programmers*,
"growing tree"). A symmetric maze grows on one half of the board.
"""

from pacgrid.maze_generator.dice import Dice
from pacgrid.maze_generator.lattice import edge_of, lattice_of, neighbours_in
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.wall_grid import WallGrid

_LONG = 0.85
"""How often a passage goes on from its end."""


def draw_corridors(grid: WallGrid, ghosts: int, dice: Dice) -> Sketch | None:  # noqa: ARG001
    lattice = lattice_of(grid, dice)
    if lattice is None:
        return None
    near = neighbours_in(lattice.between)
    start = dice.choice(lattice.nodes())
    reached, growing = {start, grid.image(start)}, [start]
    grid.dig(start)
    while growing:
        at = len(growing) - 1 if dice.chance(_LONG) else dice.below(len(growing))
        node = growing[at]
        ways = [other for other in near[node] if other not in reached]
        if not ways:
            del growing[at]
            continue
        other = dice.choice(ways)
        lattice.dig([edge_of(node, other)])
        reached |= {other, grid.image(other)}
        growing.append(other)
    return Sketch(grid, lattice.joints())


CORRIDORS = MazeStyle(
    "corridors",
    draw_corridors,
    smallest=(7, 5),
    loops=0.15,
    dead_ends=0.6,
    ghosts=2,
)
