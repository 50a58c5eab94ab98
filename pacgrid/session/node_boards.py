"""The positions of a search tree's nodes as small boards."""

from functools import cache

from pacgrid.session.board_diagram import bare_board
from pacgrid.session.diagram import Diagram, Part, Point, moved
from pacgrid.session.scene import facing
from pacgrid.session.small_maze import region_around, small_maze
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import is_drawn

USUAL_SIDE, LEAST_CELL, LARGEST_CELL = 2.1, 0.42, 0.7
"""Boards are so wide or high if their squares, or cells, aren't too small or too large then."""
MOST_COLUMNS, MOST_ROWS = 8, 8
"""A board with more squares is drawn in nodes only if that is asked for."""
MOST_MAZE = 13
"""The same for the part of a maze around the agents; a narrower maze is shown whole."""
Size = tuple[float, float]


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
