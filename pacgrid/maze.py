"""A maze: what never changes during a game, compiled into tables.

Locations are numbered in three ways:

* a *cell* is the number of an open cell, counted row by row from the bottom left;
* a *node* is a ghost's location and direction. Node `9 * cell + d` is the centre of the cell,
  entered in direction `d` (STOP: the ghost was put there); node `9 * cell + 5 + d` is half way from
  the cell to its neighbour in direction `d`, going there;
* a *position* `(x, y)` is what users see.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import islice, zip_longest

from pacgrid.action import MOVES, Action
from pacgrid.layout import Layout, Position
from pacgrid.marks import WALL

Cell = int
Node = int
NODES_PER_CELL = 9
HALFWAY = 5

HalfPosition = tuple[float, float]
"""A point of the half-cell lattice that scared ghosts move on."""


class Maze:
    """The walls and the ghosts' homes, compiled into look-up tables for the rules.

    Immutable. Mazes with equal walls and homes are equal. Get one with `Maze.of` or
    `compile_maze`.
    """

    def __init__(self, walls: tuple[str, ...], homes: tuple[Position, ...]) -> None:
        self.walls = walls
        """The walls as drawn, top row first."""
        self.homes = homes
        """Where each ghost starts, and returns to when it is eaten."""
        self.width = len(walls[0])
        self.height = len(walls)
        self.positions: tuple[Position, ...] = tuple(
            (x, y)
            for y, row in enumerate(reversed(walls))
            for x, mark in enumerate(row)
            if mark != WALL
        )
        self.cells: dict[HalfPosition, Cell] = {at: cell for cell, at in enumerate(self.positions)}
        self.neighbours: tuple[dict[Action, Cell], ...] = tuple(
            map(self._neighbours, self.positions)
        )
        self.home_nodes: tuple[Node, ...] = tuple(
            self.cells[at] * NODES_PER_CELL + Action.STOP for at in homes
        )
        self.next_to_move: tuple[int, ...] = (*range(1, len(homes) + 1), 0)
        """The agent that moves after each agent."""
        self.pacman_moves: tuple[dict[Action, Cell], ...] = tuple(
            {**near, Action.STOP: cell} for cell, near in enumerate(self.neighbours)
        )
        """Where each legal action of Pac-Man leads from each cell."""
        self.pacman_actions = tuple(tuple(moves) for moves in self.pacman_moves)
        self._compile_ghosts()

    @staticmethod
    def of(layout: Layout, ghosts: int | None = None) -> "Maze":
        """The maze of `layout` with its first `ghosts` ghosts, or all of them.

        Raises ValueError if the layout has fewer.
        """
        if ghosts is not None and not 0 <= ghosts <= len(layout.ghosts):
            raise ValueError(f"this layout has 0 to {len(layout.ghosts)} ghosts, not {ghosts}")
        return compile_maze(layout.walls, layout.ghosts[:ghosts])

    def _compile_ghosts(self) -> None:
        self.ghost_moves: list[dict[Action, Node]] = []
        """Where each legal action of an active ghost leads from each node."""
        self.scared_moves: list[dict[Action, Node]] = []
        """Where each legal action of a scared ghost leads from each node, half a cell on."""
        self.snapped: list[Node] = []
        """The centre of the cell nearest to each node; half rounds up in x and in y."""
        meets: list[list[Node]] = [[] for _ in self.positions]
        for cell, near in enumerate(self.neighbours):
            base = cell * NODES_PER_CELL
            for direction in Action:
                # A ghost may turn back only where it has no other way.
                ahead = {a: c for a, c in near.items() if a != direction.reverse} or near
                walk = {action: c * NODES_PER_CELL + action for action, c in ahead.items()}
                creep = {action: base + HALFWAY + action for action in ahead}
                stay = {Action.STOP: base + direction}
                self.ghost_moves.append(walk or stay)
                self.scared_moves.append(creep or stay)
                self.snapped.append(base + direction)
                meets[cell].append(base + direction)
            for direction in MOVES:
                target = near.get(direction, cell)
                arrival = {direction: target * NODES_PER_CELL + direction}
                self.ghost_moves.append(arrival)
                self.scared_moves.append(arrival)
                up = target if direction in (Action.NORTH, Action.EAST) else cell
                self.snapped.append(up * NODES_PER_CELL + direction)
                if direction in near:
                    meets[cell].append(base + HALFWAY + direction)
                    meets[target].append(base + HALFWAY + direction)
        self.ghost_actions = [tuple(moves) for moves in self.ghost_moves]
        self.meets: tuple[frozenset[Node], ...] = tuple(map(frozenset, meets))
        """The nodes at most 0.7 away from each cell, where a ghost meets Pac-Man in it."""

    def _neighbours(self, position: Position) -> dict[Action, Cell]:
        x, y = position
        steps = ((action, action.vector) for action in MOVES)
        return {
            action: self.cells[x + dx, y + dy]
            for action, (dx, dy) in steps
            if (x + dx, y + dy) in self.cells
        }

    # Converting nodes.

    def node(self, position: HalfPosition, direction: Action) -> Node:
        """The node of a ghost at `position` going in `direction`.

        Raises ValueError if a ghost can't be there.
        """
        if (cell := self.cells.get(position)) is not None:
            return cell * NODES_PER_CELL + direction
        dx, dy = direction.vector
        x, y = position
        cell = self.cells.get((x - dx / 2, y - dy / 2))
        if cell is None or direction not in self.neighbours[cell]:
            raise ValueError(f"can't be at {position} going {direction}")
        return cell * NODES_PER_CELL + HALFWAY + direction

    def node_position(self, node: Node) -> HalfPosition:
        """The position of a ghost on `node`."""
        cell, offset = divmod(node, NODES_PER_CELL)
        x, y = self.positions[cell]
        if offset < HALFWAY:
            return float(x), float(y)
        dx, dy = Action(offset - HALFWAY).vector
        return x + dx / 2, y + dy / 2

    @staticmethod
    def node_direction(node: Node) -> Action:
        """The direction of a ghost on `node`."""
        offset = node % NODES_PER_CELL
        return Action(offset if offset < HALFWAY else offset - HALFWAY)

    # Distances.

    def is_wall(self, position: Position) -> bool:
        return position not in self.cells

    def distance(self, start: HalfPosition, goal: HalfPosition) -> float:
        """Steps on the shortest path through the maze; `math.inf` if there is none.

        Either end may be half way between two cells; half a step counts 0.5.
        Raises ValueError for a wall.

        >>> maze = Maze.of(Layout.parse("%%%%%%\\n%P%..%\\n%....%\\n%%%%%%"))
        >>> maze.distance((1, 2), (3, 2)), maze.distance((1.5, 1), (3, 2))
        (4, 2.5)
        """
        here, there = self.cells.get(start), self.cells.get(goal)
        if here is not None and there is not None:
            return self.steps_from(here)[there]
        ends = self._ends(start)
        if start == goal:
            return 0
        return min(
            before + self.steps_from(a)[b] + after
            for a, before in ends
            for b, after in self._ends(goal)
        )

    def nearest(self, start: HalfPosition, goals: Iterable[Position]) -> float:
        """The distance from `start` to the nearest of `goals`; `math.inf` if there is no path."""
        mask = self.mask(goals)
        return min(before + self.steps_to(a, mask) for a, before in self._ends(start))

    def steps_to(self, cell: Cell, mask: int) -> float:
        """The distance from `cell` to the nearest of the cells in `mask`; `math.inf` if there is no
        path."""
        if mask:
            for steps, ring in enumerate(self.rings(cell)):
                if ring & mask:
                    return steps
        return math.inf

    def within(self, start: HalfPosition, steps: float) -> "Cells":
        """The cells at most `steps` away from `start`."""
        mask = 0
        for a, before in self._ends(start):
            if before <= steps:
                for ring in self.rings(a)[: int(steps - before) + 1]:
                    mask |= ring
        return self.subset(mask)

    def nearer(self, start: HalfPosition, rivals: Iterable[HalfPosition], steps: int) -> "Cells":
        """The cells at most `steps` from `start`, and nearer to it than to any of the `rivals`."""
        rings = map(self._half_step_rings, (start, *rivals))
        taken = mine = 0
        for own, *others in islice(zip_longest(*rings, fillvalue=0), 2 * steps + 1):
            for ring in others:
                taken |= ring
            mine |= own & ~taken
        return self.subset(mine)

    @cached_property
    def dead_ends(self) -> "Cells":
        """The cells of dead ends: a single path leads in and out."""
        exits = [set(near.values()) for near in self.neighbours]
        dead = [cell for cell, near in enumerate(exits) if len(near) <= 1]
        for cell in dead:
            for near in exits[cell]:
                exits[near].discard(cell)
                if len(exits[near]) == 1:
                    dead.append(near)
        return self.subset(sum(1 << cell for cell in set(dead)))

    def subset(self, mask: int) -> "Cells":
        """The cells whose bits are set in `mask`."""
        return Cells(self.positions, self.cells, mask)

    def mask(self, positions: Iterable[Position]) -> int:
        """The mask of the cells at `positions`. Raises ValueError for a wall."""
        if isinstance(positions, Cells) and positions.positions is self.positions:
            return positions.mask
        try:
            return sum(1 << self.cells[at] for at in set(positions))
        except KeyError as error:
            at = error.args[0]
            why = f"{at} is not an open cell" if type(at) is tuple else _no_position(at)
            raise ValueError(why) from None

    def steps_from(self, cell: Cell) -> Sequence[float]:
        """The distance of each cell from `cell`."""
        return self._search(cell)[0]

    def rings(self, cell: Cell) -> Sequence[int]:
        """The masks of the cells that are 0, 1, 2, … steps from `cell`."""
        return self._search(cell)[1]

    def _search(self, start: Cell) -> tuple[Sequence[float], Sequence[int]]:
        """The distances and the rings around `start`, cached."""
        if (found := self._found.get(start)) is None:
            found = self._found[start] = self.breadth_first_search(start)
        return found

    def breadth_first_search(self, start: Cell) -> tuple[Sequence[float], Sequence[int]]:
        """What `steps_from` and `rings` return, computed anew: they cache it."""
        near = self._near
        distances: list[float] = [math.inf] * len(self.positions)
        rings: list[int] = []
        before, ring = 0, 1 << start
        while ring:
            steps = len(rings)
            rings.append(ring)
            ahead, rest = 0, ring
            while rest:
                cell = rest.bit_length() - 1
                rest ^= 1 << cell
                distances[cell] = steps
                ahead |= near[cell]
            # On a grid, a neighbour of a ring is in the ring before it or in the next one.
            before, ring = ring, ahead & ~before
        return tuple(distances), tuple(rings)

    def _half_step_rings(self, origin: HalfPosition) -> Sequence[int]:
        """The masks of the cells that are 0, 1, 2, … half steps from `origin`."""
        ends = [(self.rings(cell), int(2 * before)) for cell, before in self._ends(origin)]
        rings = [0] * max(before + 2 * len(each) for each, before in ends)
        for each, before in ends:
            for steps, ring in enumerate(each):
                rings[before + 2 * steps] |= ring
        return rings

    @cached_property
    def _found(self) -> dict[Cell, tuple[Sequence[float], Sequence[int]]]:
        return {}

    @cached_property
    def _near(self) -> Sequence[int]:
        """The mask of each cell's neighbours."""
        return [sum([1 << cell for cell in near.values()]) for near in self.neighbours]

    def _ends(self, position: HalfPosition) -> list[tuple[Cell, float]]:
        """The cells next to `position`, each with its distance: only itself if it is a cell."""
        cell = self.cells.get(position)
        if cell is not None:
            return [(cell, 0)]
        if not (isinstance(position, tuple) and len(position) == 2):
            raise ValueError(_no_position(position))
        x, y = position
        corners = {(math.floor(x), math.floor(y)), (math.ceil(x), math.ceil(y))}
        if abs(x % 1 - y % 1) == 0.5 and corners <= self.cells.keys():
            return [(self.cells[corner], 0.5) for corner in corners]
        raise ValueError(f"{position} is not an open cell or half way between two")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Maze):
            return NotImplemented
        return self.walls == other.walls and self.homes == other.homes

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.walls, self.homes))

    def __reduce__(self) -> tuple[object, ...]:
        return compile_maze, (self.walls, self.homes)

    def __str__(self) -> str:
        return "\n".join(self.walls)

    def __repr__(self) -> str:
        return f"<Maze {self.width} x {self.height}, {len(self.homes)} ghosts>"


@lru_cache(maxsize=32)
def compile_maze(walls: tuple[str, ...], homes: tuple[Position, ...]) -> Maze:
    """The maze with these walls and ghosts' homes; the most recent ones are cached."""
    return Maze(walls, homes)


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits set in `mask`, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _no_position(given: object) -> str:
    what = type(given).__name__
    hint = f"write {what.lower()}.position" if hasattr(given, "position") else "it takes (x, y)"
    return f"a {what} is not a position; {hint}"


class Cells(Set[Position]):
    """An immutable set of `(x, y)`: iterate, `len()`, `in`, compare with any set; `&`, `|` and `-`
    give a frozenset.

    Iterates row by row from the bottom, left to right in a row.
    """

    __slots__ = ("_index", "mask", "positions")

    def __init__(
        self, positions: Sequence[Position], index: Mapping[tuple[float, float], int], mask: int
    ) -> None:
        self.positions = positions
        """The `(x, y)` of each cell of the maze, by its number."""
        self._index = index
        self.mask = mask
        """Bit `c` is set if the set contains the maze's cell number `c`."""

    def __contains__(self, position: object) -> bool:
        cell = self._index.get(position)  # type: ignore[call-overload]
        return cell is not None and bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[Position]:
        return map(self.positions.__getitem__, bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"Cells({{{', '.join(map(str, self))}}})"

    @classmethod
    def _from_iterable(cls, it: Iterable[Position]) -> frozenset[Position]:  # type: ignore[override]
        return frozenset(it)


MATRICES = (
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, 1, 0),
    (0, 1, -1, 0),
    (0, -1, -1, 0),
)
"""`(a, b, c, d)` takes `(x, y)`, measured from the centre, to `(ax + by, cx + dy)`: two mirrors and
half a turn; then those that exchange rows and columns."""


class Symmetry:
    """Where a mirror or rotation takes each cell, and each ghost with its direction."""

    def __init__(self, cells: tuple[Cell, ...], actions: tuple[Action, ...]) -> None:
        self._arguments = cells, actions
        self.cells = cells
        """The image of each cell."""
        offsets = (*actions, *(HALFWAY + action for action in actions[: HALFWAY - 1]))
        self.nodes: tuple[Node, ...] = tuple(
            cell * NODES_PER_CELL + offset for cell in cells for offset in offsets
        )
        """The image of each node."""
        self.mask = lru_cache(maxsize=4096)(self._mask)
        """The image of a mask of cells; a search asks for the same ones again and again."""

    def __reduce__(self) -> tuple[object, ...]:
        return Symmetry, self._arguments  # the cache can't be pickled

    def _mask(self, mask: int) -> int:
        return sum(1 << self.cells[cell] for cell in bits(mask))


@lru_cache(maxsize=32)
def symmetries(maze: Maze) -> tuple[Symmetry, ...]:
    """The symmetries of the walls of `maze`, without the identity. Ghosts' homes don't count.

    >>> from pacgrid.layout import Layout
    >>> len(symmetries(Maze.of(Layout.load("arena"))))
    3
    """
    centred = {
        (2 * x - maze.width + 1, 2 * y - maze.height + 1): cell
        for cell, (x, y) in enumerate(maze.positions)
    }
    steps = {action.vector: action for action in Action}
    found = []
    for a, b, c, d in MATRICES:
        images = [centred.get((a * x + b * y, c * x + d * y)) for x, y in centred]
        cells = tuple(cell for cell in images if cell is not None)
        if len(cells) == len(images):
            actions = tuple(steps[a * x + b * y, c * x + d * y] for x, y in steps)
            found.append(Symmetry(cells, actions))
    return tuple(found)
