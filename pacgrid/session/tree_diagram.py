"""A search tree, after one of its steps, as a diagram.

`TreeFigures` decides once what is drawn and where, `TreePainter` how it looks after a step. A
node's position may be drawn above it, as a small board.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from math import inf

from pacgrid.common.sanitize import one_line
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.frame import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    Region,
    SmallBoard,
    Stroke,
    Target,
    TextLine,
    TextRun,
    Words,
    moved,
    rectangle,
    scene,
    standing_after,
    text_width,
)
from pacgrid.session.themes import Ink
from pacgrid.state import State
from pacgrid.tree.replay import layer_of_mover
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, ValueSource
from pacgrid.tree.tree_text import TreeRow, tree_rows
from pacgrid.tree.tree_view import (
    FoldedTree,
    SearchProgress,
    Size,
    folded,
    most_shown,
    tree_positions,
)
from pacgrid.tree.whole_tree import is_drawn
from pacgrid.tree.wording import (
    action_label,
    by_rule_label,
    cut_label,
    edge_label,
    layer_label,
    leaf_label,
    utility_notes,
    value_label,
    worth_label,
)

LEAST_UNIT = 22
"""The least pixels of a unit: a smaller tree can't be read."""
LEAST_WITH_BOARDS = 24
THIN, NORMAL, THICK = 0.03, 0.055, 0.15
TINT, STRONG_TINT = 0.3, 0.5
"""How strongly figures are filled with the colour of the agent that moves there."""
SLASH_HEIGHT, SLASH_WIDTH = 0.16, 0.13
"""Half the height of a cut mark, and the distance between its strokes."""
HALF_WIDTH, HALF_HEIGHT = 1.0, 0.8
"""Half the width and the height of a triangle. Other figures stand at its upper edge."""
WIDEST = 1.4
"""How much wider triangles are at most, for long values."""
RADIUS = 0.74
SIDE = 1.0
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


def tree_diagram(
    tree: SearchTree,
    step: int | None = None,
    shown: FoldedTree | None = None,
    *,
    most_nodes: int | None = None,
    boards: bool | None = False,
) -> Diagram:
    """A tree after one of its steps; by default, after the last, folded as much as is needed.

    Triangles are MAX (pointing up) and MIN (pointing down), circles chance, and boxes leaves:
    with a thick outline the end of a game, with a thin one where the search went no further. A node
    can be clicked, its target is its number; the target of a stub is the number of its parent plus
    that of all nodes.

    Args:
        most_nodes: how many nodes are shown, unless `shown` says which; None: fewer with boards
            than without.
        boards: whether each node has its position above it, as a small board; None: if it is small.
    """
    progress = SearchProgress.of(tree, step)
    drawn = node_boards(tree, boards)
    most_nodes = most_nodes or most_shown(tree, boards=drawn is not None)
    shown = shown or folded(tree, progress.current, most_nodes=most_nodes)
    figures = TreeFigures(tree, shown, drawn)
    return TreePainter(progress, figures, text_boards=boards is True).diagram()


@dataclass(frozen=True)
class TreeFigure:
    """A node, or a figure for what isn't shown or wasn't searched below a node."""

    key: int
    """The number of the node; negative if it is none."""
    parent: int | None
    layer: Layer | None
    """The agent whose choice it is; None for a figure that stands for several nodes."""
    agent: int
    label: str
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
        leaves = {node.value for node in tree.nodes if node.layer is Layer.LEAF}
        self._leaf_values = sorted(value_label(value) for value in leaves if value is not None)
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
        return self._board_room if figure.node else 0

    def top(self, figure: TreeFigure) -> float:
        return self.at(figure.key)[1] - HALF_HEIGHT - self.board_room(figure)

    def board(self, figure: TreeFigure) -> tuple[Part, ...]:
        if not self.boards or not figure.node:
            return ()
        width, height = self.boards.size(figure.key)
        x, y = self.at(figure.key)
        return self.boards.parts(figure.key, (x - width / 2, y - HALF_HEIGHT - BOARD_GAP - height))

    def half_width(self, figure: TreeFigure) -> float:
        if figure.layer and figure.layer.is_choice:
            return HALF_WIDTH * self._stretch
        if figure.layer is Layer.CHANCE:
            return RADIUS
        node = figure.node
        text = (worth_label(node.value, node.payoffs) if node else "") or figure.text
        return max(SIDE, text_width(text, VALUE_SIZE) + 0.4) / 2

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

    def _size(self, figure: TreeFigure) -> Size:
        """The room of a figure, with all that is ever written at it."""
        half = max(self.half_width(figure), text_width(figure.label, LABEL_SIZE) / 2)
        if self.boards and figure.node:
            half = max(half, self.boards.size(figure.key)[0] / 2)
        left = right = half
        if not (node := figure.node):
            return left, right
        notes, tree = [*figure.notes], self.tree
        steps = [tree.steps[number] for number in tree.steps_of[figure.key]]
        if node.layer.is_choice and tree.cut_nodes:
            bounds = self._bound_labels(steps)
            widest = max((text_width(bound, NOTE_SIZE) for bound in bounds), default=0)
            left = max(left, half + widest)
            if tree.is_whole:  # each node has room for a cut: its place tells nothing
                notes.append(f"< α = {max(self._leaf_values, key=len, default='')}")
        utilities = [utility_notes(tree, node, step.value) for step in steps]
        rows = max(map(len, utilities), default=0) + len(figure.notes)
        for note in (*notes, *chain.from_iterable(utilities)):
            start = self.note_start(figure, max(rows - 1, 0))
            right = max(right, start + text_width(note, NOTE_SIZE))
        return left, right

    def _bound_labels(self, steps: Iterable[Step]) -> list[str]:
        """What alpha and beta may be at a node with these steps."""
        if self.tree.is_whole:
            return [bound_note("α", -inf), *(f"α {value}" for value in self._leaf_values)]
        bounds = {bound for step in steps for bound in (step.alpha, step.beta)}
        return [bound_note("α", bound) for bound in bounds]


def bound_note(name: str, bound: float) -> str:
    """A bound as it is written beside a node."""
    return f"{name} {value_label(bound)}"


def _figures(tree: SearchTree, shown: FoldedTree) -> list[TreeFigure]:
    """Those of the shown nodes, and then those for what isn't shown below them."""
    figures: list[TreeFigure] = []
    for number in shown.children:
        node = tree.nodes[number]
        cut = tree.nodes[node.parent].cut if node.parent is not None else None
        figures.append(
            TreeFigure(
                number,
                node.parent,
                node.layer,
                node.state.to_move,
                edge_label(tree, node),
                is_pruned=cut is not None and node.action in cut.actions,
                node=node,
                notes=tuple(_notes(tree, node)),
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
    elif node.layer in (Layer.PLAYER, Layer.OTHER):
        yield layer_label(node.layer, node.state.to_move)


def _notes(tree: SearchTree, node: SearchNode) -> Iterator[str]:
    yield from node_name(node)
    if node.visits > 1:
        yield f"{node.visits} visits"
    if node.source is ValueSource.TABLE and node.same_as is not None:
        yield f"= node {node.same_as}"
    if node.by_rule is not None:
        yield f"returned; {by_rule_label(node)}"
    if node.cut:
        why = cut_label(node.cut, node.value).replace("alpha", "α").replace("beta", "β")
        # A whole tree has room for a cut at each node, so it is short; the value is in the node.
        yield why.partition(" ")[2] if tree.is_whole else why


class TreePainter:
    """Paints a tree after one step."""

    def __init__(
        self, progress: SearchProgress, figures: TreeFigures, *, text_boards: bool = False
    ) -> None:
        tree = progress.tree
        self._text_boards = text_boards
        self.progress = progress
        self.figures = figures
        self.shown = figures.shown
        self.path = tree.path(progress.current)
        self.best = tree.principal_variation if progress.is_final else ()
        self.current = None if progress.is_final or not tree.steps else progress.current
        self.reached = {
            number for number in self.shown.children if progress.last_step(number) is not None
        }
        # Of a whole tree, the search may still come to nodes, for all that is known.
        known = self.reached | progress.skipped if tree.is_whole else set(self.shown.children)
        self.plain = self.reached | (self.shown.children.keys() - known)

    def diagram(self) -> Diagram:
        figures = self.figures.figures.values()
        rows = [*tree_rows(self.progress, self.shown, boards=self._text_boards)]
        current = self.progress.current
        parts: list[Part] = [part for figure in figures for part in self._edge(figure)]
        for figure in figures:
            parts += self.figures.board(figure)
            parts += self._shape(figure)
            parts += self._words(figure)
        return Diagram(
            self.figures.width,
            self.figures.height,
            tuple(parts),
            tuple(map(self._line, rows)),
            targets=tuple(map(self._target, figures)),
            focus=self.figures.at(current),
            text_focus=next(n for n, row in enumerate(rows) if row.node == current),
            least_unit=LEAST_WITH_BOARDS if self.figures.boards else LEAST_UNIT,
            description=description(self.progress, self.shown),
        )

    def _edge(self, figure: TreeFigure) -> Iterator[Part]:
        if figure.parent is None:
            return
        parent = self.figures.figures[figure.parent]
        start = self.figures.at(parent.key)[0], self.figures.bottom(parent)
        x, _ = self.figures.at(figure.key)
        top = self.figures.top(figure)
        end = x, top - (self.figures.label_height if figure.label else 0)
        is_best, is_plain = figure.key in self.best, figure.key in self.plain
        ink, width = (Ink.TEXT, NORMAL) if figure.key in self.reached else (Ink.FAINT, THIN)
        if is_best:
            ink, width = Ink.BEST, THICK
        elif figure.key in self.path and self.current is not None:
            width = THICK
        yield Stroke((start, end), ink, width, dashed=not is_plain)
        if figure.label:
            middle = x, top - self.figures.label_height / 2
            ink = Ink.BEST if is_best else Ink.TEXT if is_plain else Ink.FAINT
            yield Words(figure.label, middle, LABEL_SIZE, ink, strong=is_best)
        if figure.is_pruned and self.progress.cut(figure.parent):
            yield from _cut_mark(start, end)

    def _shape(self, figure: TreeFigure) -> Iterator[Part]:
        x, y = self.figures.at(figure.key)
        half = self.figures.half_width(figure)
        node, is_current = figure.node, figure.key == self.current
        is_reached, is_plain = figure.key in self.reached, figure.key in self.plain
        ink = Ink.TEXT if is_plain else Ink.FAINT
        width = THICK if is_current else NORMAL if is_plain else THIN
        agent = figure.agent if is_reached and figure.agent >= 0 else None
        opacity = STRONG_TINT if is_current else TINT
        if figure.layer is Layer.CHANCE:
            center = x, y - HALF_HEIGHT + RADIUS
            fill = Ink.DISTANCE if is_reached else None
            yield Disc(center, RADIUS, fill, ink, agent, opacity, width)
            return
        top, bottom = y - HALF_HEIGHT, y + HALF_HEIGHT
        points: tuple[Point, ...]
        if figure.layer in (Layer.MAX, Layer.PLAYER):
            points = (x, top), (x + half, bottom), (x - half, bottom)
        elif figure.layer is Layer.MIN:
            points = (x - half, top), (x + half, top), (x, bottom)
        else:
            agent, bottom = agent if figure.layer is Layer.OTHER else None, top + SIDE
            points = (x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)
        fill = Ink.FAINT if is_reached and figure.layer is Layer.LEAF else None
        if node and figure.layer is Layer.LEAF and node.source is not ValueSource.TERMINAL:
            width, opacity = (width if is_current else THIN), TINT / 3
        outline = None if figure.layer is None else ink
        yield Polygon(points, fill, outline, agent=agent, opacity=opacity, width=width)

    def _words(self, figure: TreeFigure) -> Iterator[Part]:
        x, y = self.figures.at(figure.key)
        down = {Layer.MAX: 0.36, Layer.PLAYER: 0.36, Layer.MIN: -0.36}
        down[Layer.CHANCE] = RADIUS - HALF_HEIGHT
        middle = x, y + down.get(figure.layer or Layer.LEAF, SIDE / 2 - HALF_HEIGHT)
        if figure.node is None:
            is_seen = not figure.is_pruned or self.progress.cut(figure.parent or 0)
            text = figure.text if is_seen else "…" if figure.layer is None else ""
            if text:
                yield Words(text, middle, VALUE_SIZE, Ink.FAINT)
            return
        node = figure.node
        value = self.progress.value(node.number)
        cut = self.progress.cut(node.number)
        if value is not None:
            sign = {"alpha": "≤", "beta": "≥"}[cut.bound] if cut else ""
            text = sign + self.progress.value_text(node.number)
            is_best = node.number in self.best
            size = self.figures.value_size(figure, text)
            is_strong = is_best or node.number == self.current
            ink = Ink.TEXT if is_strong or node.number in self.plain else Ink.FAINT
            yield Words(text, middle, size, ink, strong=is_strong)
        yield from self._bounds(figure, (x, y))
        notes = figure.notes if cut or not node.cut else figure.notes[:-1]
        if self.progress.tree.is_whole and node.number not in self.reached:
            notes = tuple(node_name(node))
        if node.by_rule is not None and not self.progress.is_returned(node.number):
            notes = tuple(note for note in notes if not note.startswith("returned; "))
        notes = (*utility_notes(self.progress.tree, node, value), *notes)
        top = y - HALF_HEIGHT + NOTE_SIZE / 2
        for row, note in enumerate(notes):
            ink = Ink.BAD if cut and note is notes[-1] else Ink.FAINT
            left = x + self.figures.note_start(figure, row)
            at = left, top + row * 1.2 * NOTE_SIZE
            yield Words(note, at, NOTE_SIZE, ink, Anchor.START)

    def _bounds(self, figure: TreeFigure, middle: Point) -> Iterator[Part]:
        """Alpha and beta at the nodes on the current path."""
        step = self.progress.last_step(figure.key)
        is_near = figure.key in self.path and self.current is not None
        if not (step and is_near and self.progress.has_bounds(figure.key)):
            return
        right, y = middle[0] - self.figures.half_width(figure) + 0.12, middle[1]
        for name, bound, off in (("α", step.alpha, -0.6), ("β", step.beta, 0.6)):
            at = right, y + off * NOTE_SIZE
            yield Words(bound_note(name, bound), at, NOTE_SIZE, Ink.DISTANCE, Anchor.END)

    def _target(self, figure: TreeFigure) -> Target:
        (x, y), top = self.figures.at(figure.key), self.figures.top(figure)
        half = self.figures.half_width(figure)
        number = figure.key if figure.node else (figure.parent or 0) + len(self.progress.tree.nodes)
        return Target(number, (x - half, top), (2 * half, y + HALF_HEIGHT - top))

    def _line(self, row: TreeRow) -> TextLine:
        if row.node is None:
            ink = Ink.BAD if row.is_pruned else Ink.FAINT
            return TextRun(row.branch, Ink.FAINT), TextRun(row.words, ink)
        is_best, is_current = row.node in self.best, row.node == self.current
        ink = Ink.BEST if is_best else Ink.TEXT if row.node in self.plain else Ink.FAINT
        is_strong = is_best or row.node in self.path
        notes = Ink.BAD if self.progress.cut(row.node) else Ink.FAINT
        return (
            TextRun(row.branch, Ink.FAINT),
            TextRun(row.words, ink, strong=is_strong, inverse=is_current),
            TextRun(row.notes and f"  {row.notes}", notes),
        )


def description(progress: SearchProgress, shown: FoldedTree) -> str:
    """What a picture of a tree shows, in a sentence."""
    tree, root = progress.tree, progress.tree.root
    kind, value = layer_label(root.layer, root.state.to_move), progress.value_text(0)
    worth = f"is worth {value}" if value else "has no value yet"
    part = "" if len(shown.children) == len(tree.nodes) else f"{len(shown.children)} of "
    steps = "" if not tree.steps else f"after step {progress.step} of {len(tree.steps) - 1}, "
    return (
        f"Search tree of {tree.agent}, {part}{len(tree.nodes):,} nodes: "
        f"{'' if progress.is_final else steps}the {kind} node at the root {worth}"
    )


def _cut_mark(start: Point, end: Point) -> Iterator[Part]:
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for side in (-1, 1):
        off = x + side * SLASH_WIDTH / 2
        up = off + SLASH_HEIGHT / 2, y - SLASH_HEIGHT
        yield Stroke((up, (off - SLASH_HEIGHT / 2, y + SLASH_HEIGHT)), Ink.BAD, NORMAL)


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
            self._region = region_around([node.state for node in tree.nodes])
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
            return max(self._region.size) <= MOST_MAZE
        has_squares = hasattr(self._tree.root.state, "grid")
        return has_squares and board.width <= MOST_COLUMNS and board.height <= MOST_ROWS

    def size(self, number: int) -> Size:
        board = self._board(number)
        return self._cell * board.width, self._cell * board.height

    def _parts(self, number: int, corner: Point) -> tuple[Part, ...]:
        """A node's board, with its upper left corner there."""
        return tuple(moved(part, corner, self._cell) for part in self._board(number).parts)

    def _drawn(self, number: int) -> Diagram:
        nodes = self._tree.nodes
        states = [nodes[each].state for each in self._tree.path(number)]
        if not self._region:
            before = states[-2] if len(states) > 1 else None
            return board_diagram(states[-1], before=before, margin=0)
        region, standing = self._region, standing_after(states)
        rim = Polygon(rectangle(0, 0, *region.size), outline=Ink.FAINT, width=0.04)
        parts = (rim, SmallBoard(scene(standing, 1), region))
        return Diagram(*region.size, parts, (), description=str(states[-1]))


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


def region_around(states: Sequence[State]) -> Region:
    """A narrow maze; of another, the part around all agents in some positions of it."""
    maze = states[0].maze
    if maze.width <= MOST_MAZE:
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
