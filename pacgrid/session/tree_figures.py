"""What is drawn of a search tree, and where: the same after every step of the search.

A node's position may be drawn above it, as a small board.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import atan2, cos, degrees, inf, pi, radians, sin
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.common.sanitize import one_line
from pacgrid.maze import HalfPosition, Maze
from pacgrid.session.board_diagram import bare_board
from pacgrid.session.diagram import (
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    moved,
    rectangle,
    text_width,
)
from pacgrid.session.scene import facing
from pacgrid.session.themes import Ink
from pacgrid.state import State
from pacgrid.tree.replay import layer_of_mover
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, ValueSource
from pacgrid.tree.tree_view import FoldedTree, Size, tree_positions
from pacgrid.tree.whole_tree import is_drawn
from pacgrid.tree.wording import (
    action_label,
    cut_label,
    edge_label,
    layer_label,
    leaf_label,
    utility_notes,
    value_label,
    worth_label,
)

HALF_WIDTH, HALF_HEIGHT = 1.0, 0.8
"""Half the width and the height of a triangle. Other figures stand at its upper edge."""
WIDEST = 1.4
"""How much wider triangles are at most, for long values."""
RADIUS = 0.74
"""The radius of a chance node."""
SIDE = 1.0
"""The least side of a leaf."""
LABEL_HEIGHT = 0.58
"""The height of labels above figures, at the lower ends of edges."""
LEAST_EDGE, MOST_EDGE, SLOPE = 1.0, 3.0, 0.15
"""The height of edges is this part of their width, within these limits."""
GAP, MARGIN = 0.3, 0.45
VALUE_SIZE, LABEL_SIZE, NOTE_SIZE = 0.54, 0.48, 0.42
"""The heights of letters: in figures, at edges, and beside figures."""
VALUE_ROOM = 1.2
"""The widest value that fits in a triangle or a circle."""
BOARD_GAP = 0.15
"""The distance between a board and the figure below it."""
MOST_PRUNED = 4
"""At most so many pruned actions of a node are drawn one by one."""


@dataclass(frozen=True)
class TreeFigure:
    """A node, or a figure for what isn't shown or wasn't searched below a node."""

    key: int
    """The number of the node; negative if it is none."""
    parent: int | None
    layer: Layer | None
    """Whose choice it is; None for a figure that stands for several nodes."""
    agent: int
    """The agent that moves there."""
    label: str
    """The action that leads here, written at its edge."""
    text: str = ""
    """What is written in it, if it has no running value."""
    is_pruned: bool = False
    node: SearchNode | None = None
    notes: tuple[str, ...] = ()
    """Written on its right: its name, what the search did here, and why it was cut."""


class TreeFigures:
    """The figures of a tree, in units as in a diagram."""

    def __init__(
        self, tree: SearchTree, shown: FoldedTree, boards: "NodeBoards | None" = None
    ) -> None:
        self.tree = tree
        self.shown = shown
        self.boards = boards
        heights = [boards.size(number)[1] for number in shown.children] if boards else []
        self._board_room = max(heights) + BOARD_GAP if heights else 0
        self.figures = {figure.key: figure for figure in _figures(tree, shown)}
        """All figures by key, parents before their children."""
        children: dict[int, list[int]] = {}
        for figure in self.figures.values():
            if figure.parent is not None:
                children.setdefault(figure.parent, []).append(figure.key)
        if getattr(tree.root.state, "right_to_left", False):
            children = {key: below[::-1] for key, below in children.items()}
        self._leaf_values = _leaf_values(tree) if tree.is_whole else ()
        self._triangle_value, self._circle_value = map(
            self._widest_value, ((Layer.MAX, Layer.MIN, Layer.PLAYER), (Layer.CHANCE,))
        )
        self._stretch = min(max(1, self._triangle_value / VALUE_ROOM), WIDEST)
        self._sizes = {key: self._size(figure) for key, figure in self.figures.items()}
        self._x = tree_positions(0, children, self._sizes, GAP)
        has_labels = any(figure.label for figure in self.figures.values())
        self.label_height = LABEL_HEIGHT if has_labels else 0
        self._y = self._rows()
        self.width = max(x + self._sizes[key][1] for key, x in self._x.items()) + 2 * MARGIN
        self.height = max(map(self.bottom, self.figures.values())) + MARGIN

    def at(self, key: int) -> Point:
        """The middle of a figure, above which nothing of it but its board is higher than
        `HALF_HEIGHT`."""
        figure = self.figures[key]
        raised = self._board_room - self.board_room(figure)  # where others have their boards
        return self._x[key] + MARGIN, self._y[self._ply(figure)] - raised

    def board_room(self, figure: TreeFigure) -> float:
        """How high the room for the board above a figure is."""
        return self._board_room if figure.node else 0

    def top(self, figure: TreeFigure) -> float:
        """Where a figure starts, with its board."""
        return self.at(figure.key)[1] - HALF_HEIGHT - self.board_room(figure)

    def board(self, figure: TreeFigure) -> tuple[Part, ...]:
        """The position of a node, above its figure."""
        if not self.boards or not figure.node:
            return ()
        width, height = self.boards.size(figure.key)
        x, y = self.at(figure.key)
        return self.boards.parts(figure.key, (x - width / 2, y - HALF_HEIGHT - BOARD_GAP - height))

    def half_width(self, figure: TreeFigure) -> float:
        """How far a figure itself reaches to the left and to the right."""
        if figure.layer and figure.layer.is_choice:
            return HALF_WIDTH * self._stretch
        return RADIUS if figure.layer is Layer.CHANCE else leaf_width(self._inside(figure)) / 2

    def note_start(self, figure: TreeFigure, row: int = 0) -> float:
        """How far to the right of a figure's middle a note starts; triangles that point up grow
        wider from row to row."""
        half = self.half_width(figure)
        if figure.layer in (Layer.MAX, Layer.PLAYER):
            return min(half * (0.5 + 0.3 * row), half + 0.1)
        return half + 0.1

    def value_size(self, figure: TreeFigure, text: str) -> float:
        """How large a value is written in a figure: the same in all triangles, as a rule."""
        if figure.layer is Layer.LEAF:
            return VALUE_SIZE
        room, widest = VALUE_ROOM * self._stretch, self._triangle_value
        if figure.layer is Layer.CHANCE:
            room, widest = VALUE_ROOM, self._circle_value
        return VALUE_SIZE * min(1, room / max(widest, text_width(text, VALUE_SIZE)))

    def bottom(self, figure: TreeFigure) -> float:
        """Where a figure ends."""
        top = self.at(figure.key)[1] - HALF_HEIGHT
        if figure.layer is Layer.CHANCE:
            return top + 2 * RADIUS
        return top + (2 * HALF_HEIGHT if figure.layer and figure.layer.is_choice else SIDE)

    def _rows(self) -> list[float]:
        """The middle of the row of each ply: the wider its edges, the farther it is from the one
        above."""
        wide = [0.0] * (2 + max(map(self._ply, self.figures.values())))
        for figure in self.figures.values():
            if figure.parent is not None:
                ply = self._ply(figure)
                wide[ply] = max(wide[ply], abs(self._x[figure.key] - self._x[figure.parent]))
        rows = [HALF_HEIGHT + MARGIN + self._board_room]
        for width in wide[1:]:
            edge = min(max(SLOPE * width, LEAST_EDGE), MOST_EDGE)
            height = 2 * HALF_HEIGHT + self.label_height + self._board_room
            rows.append(rows[-1] + height + edge)
        return rows

    def _widest_value(self, layers: Collection[Layer]) -> float:
        """The width of the widest value that the nodes of some layers may have."""
        if self.tree.is_whole and Layer.CHANCE not in layers:
            sign = "≤" * bool(self.tree.cut_nodes)
            return text_width(sign + max(self._leaf_values, key=len, default=""), VALUE_SIZE)
        nodes = (figure.node for figure in self.figures.values() if figure.layer in layers)
        texts = (
            "≤" * (node.cut is not None) + worth_label(node.value, node.payoffs)
            for node in nodes
            if node and node.value is not None
        )
        return max((text_width(text, VALUE_SIZE) for text in texts), default=0)

    def _ply(self, figure: TreeFigure) -> int:
        if figure.node:
            return figure.node.ply
        assert figure.parent is not None
        return self.tree.nodes[figure.parent].ply + 1

    def _inside(self, figure: TreeFigure) -> str:
        node = figure.node
        return (worth_label(node.value, node.payoffs) if node else "") or figure.text

    def _size(self, figure: TreeFigure) -> Size:
        """The room of a figure, with all that is ever written at it."""
        half = max(self.half_width(figure), text_width(figure.label, LABEL_SIZE) / 2)
        if self.boards and figure.node:
            half = max(half, self.boards.size(figure.key)[0] / 2)
        left = right = half
        notes = [*figure.notes]
        if figure.node and figure.node.layer.is_choice and self.tree.cut_nodes:
            bounds = self._bound_labels(figure)
            widest = max((text_width(bound, NOTE_SIZE) for bound in bounds), default=0)
            left = max(left, half + widest)
            if self.tree.is_whole:  # each node has room for a cut: its place tells nothing
                notes.append(f"< α = {max(self._leaf_values, key=len, default='')}")
        utilities = [*self._utility_notes(figure)]
        rows = max(len(each) for each in [(), *utilities]) + len(figure.notes)
        texts = (*notes, *(note for each in utilities for note in each))
        for note in texts:
            start = self.note_start(figure, max(rows - 1, 0))
            right = max(right, start + text_width(note, NOTE_SIZE))
        return left, right

    def _utility_notes(self, figure: TreeFigure) -> Iterator[tuple[str, ...]]:
        """What is written about utilities at a figure, after each step about it."""
        if figure.node:
            for number in self.tree.steps_of[figure.key]:
                yield utility_notes(self.tree, figure.node, self.tree.steps[number].value)

    def _bound_labels(self, figure: TreeFigure) -> list[str]:
        """What alpha and beta may be at a node."""
        if self.tree.is_whole:
            return [bound_note("α", -inf), *(f"α {value}" for value in self._leaf_values)]
        steps = [self.tree.steps[number] for number in self.tree.steps_of[figure.key]]
        bounds = {bound for step in steps for bound in (step.alpha, step.beta)}
        return [bound_note("α", bound) for bound in bounds]


def leaf_width(text: str) -> float:
    """How wide a leaf with that text is."""
    return max(SIDE, text_width(text, VALUE_SIZE) + 0.4)


def bound_note(name: str, bound: float) -> str:
    """A bound as it is written beside a node."""
    return f"{name} {value_label(bound)}"


def _leaf_values(tree: SearchTree) -> Sequence[str]:
    """The values of all leaves."""
    values = {node.value for node in tree.nodes if node.layer is Layer.LEAF}
    return sorted(value_label(value) for value in values if value is not None)


def _figures(tree: SearchTree, shown: FoldedTree) -> list[TreeFigure]:
    """Those of the shown nodes, and then those for what isn't shown below them."""
    figures: list[TreeFigure] = []
    for number in shown.children:
        node = tree.nodes[number]
        edge, notes = edge_label(tree, node), tuple(_notes(tree, node))
        mover = node.state.to_move
        cut = tree.nodes[node.parent].cut if node.parent is not None else None
        is_pruned = cut is not None and node.action in cut.actions
        figures.append(
            TreeFigure(
                number, node.parent, node.layer, mover, edge, "", is_pruned, node=node, notes=notes
            )
        )
    others = (other for number in shown.children for other in _others(tree, number, shown))
    figures += (replace(other, key=-1 - count) for count, other in enumerate(others))
    return figures


def _others(tree: SearchTree, number: int, shown: FoldedTree) -> Iterator[TreeFigure]:
    """Figures for what isn't shown below a node; their keys don't matter yet."""
    node = tree.nodes[number]
    if hidden := shown.hidden[number]:
        yield TreeFigure(0, number, None, 0, "", f"+ {hidden:,}")
    if tree.is_whole:  # it has nodes for all the rest
        return
    pruned = node.cut.actions if node.cut else ()
    if len(pruned) > MOST_PRUNED:
        yield TreeFigure(0, node.number, None, 0, "", f"{len(pruned)} actions", is_pruned=True)
    else:
        for action in pruned:
            label, after = action_label(node.state, action), node.state.successor(action)
            value = leaf_label(after)
            layer = Layer.LEAF if after.is_terminal else layer_of_mover(after)
            yield TreeFigure(0, node.number, layer, after.to_move, label, value, is_pruned=True)
    if node.untried:
        yield TreeFigure(0, node.number, None, 0, "", f"{len(node.untried)} not tried")


def node_name(node: SearchNode) -> Iterator[str]:
    """The name of a node, or whose turn it is where that isn't MAX's, MIN's or chance's."""
    if name := getattr(node.state, "name", ""):
        yield one_line(name)
    elif node.layer is Layer.PLAYER:
        yield layer_label(node.layer, node.state.to_move)


def _notes(tree: SearchTree, node: SearchNode) -> Iterator[str]:
    """What is written beside a node."""
    yield from node_name(node)
    if node.visits > 1:
        yield f"{node.visits} visits"
    if node.source is ValueSource.TABLE and node.same_as is not None:
        yield f"= node {node.same_as}"
    if node.cut:
        why = cut_label(node.cut, node.value).replace("alpha", "α").replace("beta", "β")
        # A whole tree has room for a cut at each node, so it is short; the value is in the node.
        yield why.partition(" ")[2] if tree.is_whole else why


USUAL_SIDE, LEAST_CELL, LARGEST_CELL = 2.1, 0.42, 0.7
"""Boards are so wide or high if their squares, or cells, aren't too small or too large then."""
MOST_COLUMNS, MOST_ROWS = 8, 8
"""A board with more squares is drawn in nodes only if that is asked for."""
MOST_MAZE = 13
"""A part of a maze with more columns is drawn in nodes only if that is asked for; a narrower
maze is shown whole."""


class NodeBoards:
    """Draws boards in the nodes of a tree, all in one scale. Lengths are those of a diagram."""

    def __init__(self, tree: SearchTree) -> None:
        self._tree = tree
        self._region = None
        if isinstance(tree.root.state, State):
            self._region = region_around((node.state for node in tree.nodes), most=MOST_MAZE)
        self._board = cache(self._drawn)
        root = self._board(0)
        fitting = USUAL_SIDE / max(root.width, root.height, 1)
        self._cell = min(max(fitting, LEAST_CELL), LARGEST_CELL)
        self.parts = cache(self._parts)

    @property
    def is_small(self) -> bool:
        """Whether boards are small enough to be drawn without being asked for."""
        board = self._board(0)
        if self._region:
            return max(self._region.width, self._region.height) <= MOST_MAZE
        has_squares = hasattr(self._tree.root.state, "grid")
        return has_squares and board.width <= MOST_COLUMNS and board.height <= MOST_ROWS

    def size(self, number: int) -> Size:
        """The width and the height of a node's board."""
        board = self._board(number)
        return self._cell * board.width, self._cell * board.height

    def _parts(self, number: int, corner: Point) -> tuple[Part, ...]:
        """A node's board, with its upper left corner there."""
        return tuple(moved(part, corner, self._cell) for part in self._board(number).parts)

    def _drawn(self, number: int) -> Diagram:
        """A board in its own units."""
        nodes = self._tree.nodes
        states = [nodes[each].state for each in self._tree.path(number)]
        if self._region:
            return small_maze(states[-1], facing(states, len(states) - 1), self._region)
        return bare_board(states[-1], states[-2] if len(states) > 1 else None)


def node_boards(tree: SearchTree, wanted: bool | None = None) -> NodeBoards | None:
    """The boards in the nodes of a tree; None if there are none.

    Args:
        wanted: whether they should be drawn; None: if they are small.
    """
    if wanted is False or is_drawn(tree):
        return None
    boards = NodeBoards(tree)
    return boards if wanted or boards.is_small else None


NEAR = 2
"""So many cells around all agents are shown of a large maze."""
_WALL_OPACITY = 0.45
_MOUTH = 40
"""Degrees from the middle of Pac-Man's mouth to a lip."""
_HEM = ((0.4, 0.4), (0.2, 0.25), (0, 0.4), (-0.2, 0.25), (-0.4, 0.4))
"""The lower edge of a ghost."""


class Region(NamedTuple):
    """The part of a maze that is shown, in cells; `right` and `top` belong to it."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.top - self.bottom + 1


def region_around(states: Iterable[State], *, most: int) -> Region:
    """The maze if it has at most `most` columns; else the part around all agents in some positions
    of it."""
    states = list(states)
    maze = states[0].maze
    if maze.width <= most:
        return Region(0, 0, maze.width - 1, maze.height - 1)
    where = {
        position
        for state in states
        for position in (state.pacman, *(ghost.position for ghost in state.ghosts))
    }
    xs, ys = ([position[axis] for position in where] for axis in (0, 1))
    return Region(
        max(int(min(xs)) - NEAR, 0),
        max(int(min(ys)) - NEAR, 0),
        min(int(max(xs)) + NEAR, maze.width - 1),
        min(int(max(ys)) + NEAR, maze.height - 1),
    )


def small_maze(state: State, facing: Action, region: Region) -> Diagram:
    """The position in a region; a unit is a cell."""
    parts = list(_walls(state.maze, region))

    def place(position: HalfPosition) -> Point | None:
        """The middle of a cell in the diagram, if it is shown."""
        x, y = position
        if not (region.left <= x <= region.right and region.bottom <= y <= region.top):
            return None
        return x - region.left + 0.5, region.top - y + 0.5

    for cells, radius in ((state.food, 0.13), (state.capsules, 0.28)):
        middles = filter(None, map(place, cells))
        parts += (Disc(middle, radius, Ink.FOOD, outline=None) for middle in middles)
    if middle := place(state.pacman):
        parts.append(_pacman_part(middle, facing))
    for number, ghost in enumerate(state.ghosts, 1):
        if middle := place(ghost.position):
            parts += _ghost_parts(middle, number, scared=ghost.scared > 0)
    return Diagram(region.width, region.height, tuple(parts), (), description=str(state))


@lru_cache(maxsize=4)
def _walls(maze: Maze, region: Region) -> tuple[Part, ...]:
    """The ground, and walls in as few rectangles as rows allow."""
    parts: list[Part] = [
        Polygon(rectangle(0, 0, region.width, region.height), outline=Ink.FAINT, width=0.04)
    ]
    open_runs: dict[tuple[int, int], int] = {}  # by left and right end: the row where they began
    rows = maze.walls[maze.height - 1 - region.top : maze.height - region.bottom]
    for row, text in enumerate([*rows, ""]):
        runs = set(_runs(text[region.left : region.right + 1]))
        for left, right in open_runs.keys() - runs:
            corners = rectangle(left, open_runs.pop((left, right)), right, row)
            parts.append(Polygon(corners, Ink.EDGE, outline=None, opacity=_WALL_OPACITY))
        for run in runs - open_runs.keys():
            open_runs[run] = row
    return tuple(sorted(parts, key=str))


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Where walls begin and end in a row."""
    start = None
    for column, letter in enumerate(text + " "):
        if letter == "%" and start is None:
            start = column
        elif letter != "%" and start is not None:
            yield start, column
            start = None


def _pacman_part(middle: Point, facing: Action) -> Polygon:
    """A disc with a mouth; a unit is a cell."""
    (x, y), (dx, dy) = middle, facing.vector
    ahead = degrees(atan2(-dy, dx)) if dx or dy else 0
    steps = 20
    angles = (
        radians(ahead + _MOUTH + (360 - 2 * _MOUTH) * step / steps) for step in range(steps + 1)
    )
    rim = tuple((x + 0.46 * cos(angle), y + 0.46 * sin(angle)) for angle in angles)
    return Polygon(((x, y), *rim), outline=None, agent=0)


def _ghost_parts(middle: Point, number: int, *, scared: bool) -> Iterator[Part]:
    """A ghost with eyes; a scared one has the colour of all scared ones."""
    x, y = middle
    dome = [(-0.4 * cos(pi * step / 8), -0.05 - 0.4 * sin(pi * step / 8)) for step in range(9)]
    points = tuple((x + dx, y + dy) for dx, dy in (*dome, *_HEM))
    agent = None if scared else number
    yield Polygon(points, Ink.SCARED if scared else None, outline=None, agent=agent)
    for side in (-0.16, 0.16):
        yield Disc((x + side, y - 0.1), 0.1, Ink.FOOD if scared else Ink.TEXT, outline=None)
