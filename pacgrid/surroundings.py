"""Pac-Man's surroundings in a position: the distances that evaluations are made of, found quickly.

A search spends most of its time here. Three things make it quick, and help with any evaluation:

* Sets of cells are masks: integers with a bit for each cell. `&` intersects two of them at once.
* What depends only on the maze is computed once for each cell, when it is first needed: its `Area`,
  for Pac-Man and the ghosts alike. A table of *pairs* of cells would take longer to fill.
* What several features need is computed once for a position.

To do so, it reads the numbers of cells and the masks that a state has inside, under names that
begin with an underscore. Your own agent can rely on the names without one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import inf
from typing import NamedTuple

from pacgrid.action import MOVES
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Cell, Maze, bits
from pacgrid.state import State

ROOM = 10
"""Steps within which room counts."""

TOO_NEAR = 2
"""Steps from a ghost that aren't safe."""

TABLE_BYTES = 1 << 24
"""About how large the table of a maze may grow."""


class Surroundings:
    """What is around Pac-Man in `state`. Steps lead through the maze; `inf` without a way."""

    __slots__ = ("_areas", "_here", "_state", "capsules_left", "food_left", "ghosts", "scared")

    def __init__(self, state: State) -> None:
        self._state = state
        self.food_left = state._food.bit_count()
        self.capsules_left = state._capsules.bit_count()
        area = areas_of(state._maze)
        self._here = here = area(state._pacman)
        self._areas: list[Area] = []  # around each active ghost
        self.ghosts: list[float] = []
        """The steps to each active ghost."""
        self.scared: list[tuple[float, int]] = []
        """The steps to each scared ghost, and its scared moves left."""
        nodes, timers = state._ghosts, state._scared or (0,) * len(state._ghosts)
        if (moved := state._to_move - 1) > 0:  # after each ghost's move they rotate
            nodes, timers = nodes[-moved:] + nodes[:-moved], timers[-moved:] + timers[:-moved]
        for node, timer in zip(nodes, timers, strict=True):
            cell, offset = divmod(node, NODES_PER_CELL)
            away = here.distances[cell]
            if not timer:
                self.ghosts.append(away)
                self._areas.append(area(cell))
            else:
                if offset >= HALFWAY:  # to the next cell
                    ahead = state._maze.neighbours[cell][MOVES[offset - HALFWAY]]
                    away = min(away, here.distances[ahead]) + 0.5
                self.scared.append((away, timer))

    @property
    def score(self) -> int:
        """The game points so far."""
        return self._state._score

    @property
    def in_dead_end(self) -> bool:
        """Whether a single path leads to where Pac-Man is."""
        return bool(self._state._maze.dead_ends.mask >> self._state._pacman & 1)

    def steps_to_food(self) -> float:
        """The steps to the nearest food."""
        return self._here.steps_to(self._state._food)

    def steps_to_safe_food(self) -> float:
        """The steps to the nearest food that is not right next to an active ghost."""
        food = self._state._food
        for ghost in self._areas:
            food &= ghost.safe
        return self._here.steps_to(food)

    def steps_to_capsule(self) -> float:
        """The steps to the nearest capsule."""
        return self._here.steps_to(self._state._capsules)

    def room(self) -> int:
        """How many cells up to `ROOM` steps away Pac-Man reaches before any active ghost."""
        first = self._here.reached  # each cell once, in the section of its distance
        for ghost in self._areas:
            first &= ghost.later
        return first.bit_count()


class Area(NamedTuple):
    """What lies around a cell. *Sections* are the masks for 0, 1, 2, … `ROOM` steps, one after the
    other in one integer."""

    distances: Sequence[float]
    """The steps from here to each cell."""
    rings: Sequence[int]
    """The masks of the cells that are exactly 0, 1, 2, … `ROOM` steps away."""
    reached: int
    """The sections of the cells that are exactly so many steps away."""
    later: int
    """The sections of the cells that are more steps away."""
    safe: int
    """The mask of the cells that are not right next to a ghost that is here."""

    @staticmethod
    def around(maze: Maze, cell: Cell) -> "Area":
        """The area around `cell`."""
        distances, rings = maze.breadth_first_search(cell)
        rings = (*rings, *[0] * ROOM)[: ROOM + 1]
        size = len(maze.positions)
        beyond = everywhere = (1 << size) - 1
        reached = later = 0
        for steps, ring in enumerate(rings):
            beyond ^= ring
            reached |= ring << steps * size
            later |= beyond << steps * size
        safe = later >> TOO_NEAR * size & everywhere
        return Area(distances, rings, reached, later, safe)

    def steps_to(self, mask: int) -> float:
        """The steps to the nearest of the cells in `mask`."""
        for steps, ring in enumerate(self.rings if mask else ()):
            if ring & mask:
                return steps
        return min([self.distances[cell] for cell in bits(mask)], default=inf)


@lru_cache(maxsize=8)
def areas_of(maze: Maze) -> Callable[[Cell], Area]:
    """The areas of a maze by cell, each computed when it is first needed. Those used last are kept,
    and those of the last few mazes."""
    return lru_cache(TABLE_BYTES // (16 * len(maze.positions) + 1000))(partial(Area.around, maze))
