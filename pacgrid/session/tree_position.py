"""Where a person is in the search trees of one decision: which iteration, which step."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from pacgrid.session.node_boards import NodeBoards, node_boards
from pacgrid.tree.folding import FoldedTree, folded, most_shown
from pacgrid.tree.search_tree import SearchTree, StepKind
from pacgrid.tree.whole_tree import whole_tree


class TreeCursor:
    """A step of one of several trees, and which nodes are open.

    Args:
        trees: one for each iteration.
        most_nodes: how many nodes are shown, besides those that were opened; None: fewer with
            boards than without.
        leaves_first: show whole trees. Raises WholeTreeError where there is none.
        boards: as in `node_boards`.
    """

    def __init__(
        self,
        trees: Sequence[SearchTree],
        *,
        iteration: int,
        step: int = 0,
        most_nodes: int | None = None,
        leaves_first: bool = False,
        boards: bool | None = None,
    ) -> None:
        self.trees = trees
        self.boards = boards
        self._most_nodes = most_nodes
        self._node_boards = lru_cache(maxsize=2)(self._build_node_boards)
        self.leaves_first = False
        """Whether whole trees are shown, so that the leaves are there before the search."""
        self._whole: Sequence[SearchTree] = ()
        self.iteration = 0
        self.go_to_iteration(iteration)
        self.go_to(step)
        if leaves_first:
            self.show_leaves_first()

    @property
    def tree(self) -> SearchTree:
        number = self.iteration - 1
        return self._whole[number] if self.leaves_first else self.trees[number]

    @property
    def node_boards(self) -> NodeBoards | None:
        """The boards in the nodes, if they are shown."""
        return self._node_boards(self.iteration, self.leaves_first, self.boards)

    def _build_node_boards(
        self, _iteration: int, _leaves_first: object, boards: bool | None
    ) -> NodeBoards | None:
        return node_boards(self.tree, boards)

    @property
    def known_cuts(self) -> Sequence[int]:
        """The steps that are cuts; where the leaves come first, those that were shown."""
        if not self.leaves_first:
            return self.cuts
        return self.cuts[: bisect_right(self.cuts, self.step)]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.tree.steps) - 1

    @property
    def at_end(self) -> bool:
        """Whether the last step is shown."""
        return self.step == self.last

    @property
    def current(self) -> int:
        """The number of the node that the step is about."""
        return self.tree.steps[self.step].node

    @property
    def shown(self) -> FoldedTree:
        """The nodes that are shown."""
        return folded(
            self.tree,
            self.current,
            most_nodes=self._most_nodes or most_shown(self.tree, boards=bool(self.node_boards)),
            opened=self._opened,
            closed=self._closed,
        )

    @property
    def folding(self) -> tuple[frozenset[int], frozenset[int]]:
        """Which nodes were opened and closed."""
        return frozenset(self._opened), frozenset(self._closed)

    def show_leaves_first(self) -> None:
        """Show whole trees. Raises WholeTreeError where there is none."""
        if not self._whole:
            self._whole = [*map(whole_tree, self.trees)]
        self.leaves_first = True

    def show_visited(self) -> None:
        """Show only what the search visits."""
        self.leaves_first = False
        visited = range(len(self.tree.nodes))
        self._opened.intersection_update(visited)
        self._closed.intersection_update(visited)

    def go_to(self, step: int) -> None:
        """Go to that step, or to the nearest one there is."""
        self.step = min(max(step, 0), self.last)

    def go_to_iteration(self, iteration: int) -> None:
        """Go to the end of that iteration, or of the nearest one there is."""
        iteration = min(max(iteration, 1), len(self.trees))
        if iteration == self.iteration:
            return
        self.iteration = iteration
        self._opened: set[int] = set()
        self._closed: set[int] = set()
        self.step = self.last
        steps = self.tree.steps
        self.cuts = tuple(n for n, step in enumerate(steps) if step.kind is StepKind.CUT)
        """The steps that are cuts."""
        done = (n for n in self.tree.steps_of[0] if steps[n].kind is StepKind.BACK_UP)
        self.finished_children = tuple(done)
        """The steps after which one more child of the root is done."""

    def next_of(self, steps: Sequence[int]) -> None:
        """Go to the next one of some steps; after the last one, to the end."""
        self.go_to((*steps, self.last)[bisect_right(steps, self.step)])

    def previous_of(self, steps: Sequence[int]) -> None:
        """Go to the previous one of some steps; before the first one, to the start."""
        self.go_to((0, *steps)[bisect_left(steps, self.step)])

    def go_to_node(self, number: int) -> None:
        """Go to the step in which a node got its value."""
        if steps := self.tree.steps_of[number]:
            self.go_to(steps[-1])

    def open(self, number: int) -> None:
        """Show the children of a node."""
        self._closed -= set(self.tree.path(number))
        self._opened.add(number)

    def open_or_close(self, number: int) -> None:
        """Show the children of a node if some are hidden, or else hide them."""
        if self.shown.hidden.get(number):
            self.open(number)
        else:
            self._opened.discard(number)
            self._closed.add(number)
