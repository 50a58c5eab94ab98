"""A search tree, after one of its steps, as a diagram."""

from collections.abc import Iterator

from pacgrid.session.diagram import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    Stroke,
    Target,
    TextLine,
    TextRun,
    Words,
)
from pacgrid.session.themes import Ink
from pacgrid.session.tree_figures import (
    HALF_HEIGHT,
    LABEL_SIZE,
    NOTE_SIZE,
    RADIUS,
    SIDE,
    VALUE_SIZE,
    TreeFigure,
    TreeFigures,
    bound_note,
    node_boards,
    node_name,
)
from pacgrid.tree.search_tree import Layer, SearchTree, ValueSource
from pacgrid.tree.tree_text import TreeRow, tree_rows
from pacgrid.tree.tree_view import FoldedTree, SearchProgress, folded, most_shown
from pacgrid.tree.wording import layer_label, utility_notes

LEAST_UNIT = 22
"""The least pixels of a unit: a smaller tree can't be read."""
LEAST_WITH_BOARDS = 24
THIN, NORMAL, THICK = 0.03, 0.055, 0.15
TINT, STRONG_TINT = 0.3, 0.5
"""How strongly figures are filled with the colour of the agent that moves there."""
SLASH_HEIGHT, SLASH_WIDTH = 0.16, 0.13
"""Half the height of a cut mark, and the distance between its strokes."""


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
        """The edge that leads to a figure, its label, and a cut mark."""
        if figure.parent is None:
            return
        parent = self.figures.figures[figure.parent]
        start = self.figures.at(parent.key)[0], self.figures.bottom(parent)
        x, _ = self.figures.at(figure.key)
        top = self.figures.top(figure)
        end = x, top - (self.figures.label_height if figure.label else 0)
        is_best, is_reached = figure.key in self.best, figure.key in self.reached
        ink, width = (Ink.TEXT, NORMAL) if is_reached else (Ink.FAINT, THIN)
        if is_best:
            ink, width = Ink.BEST, THICK
        elif figure.key in self.path and self.current is not None:
            width = THICK
        is_open = self._is_open(figure)
        yield Stroke((start, end), ink, width, dashed=not (is_reached or is_open))
        if figure.label:
            middle = x, top - self.figures.label_height / 2
            ink = Ink.BEST if is_best else Ink.TEXT if is_reached or is_open else Ink.FAINT
            yield Words(figure.label, middle, LABEL_SIZE, ink, strong=is_best)
        if figure.is_pruned and self.progress.cut(figure.parent):
            yield from _cut_mark(start, end)

    def _shape(self, figure: TreeFigure) -> Iterator[Part]:
        x, y = self.figures.at(figure.key)
        half = self.figures.half_width(figure)
        node, is_current = figure.node, figure.key == self.current
        is_reached, is_open = figure.key in self.reached, self._is_open(figure)
        ink = Ink.TEXT if is_reached or is_open else Ink.FAINT
        width = THICK if is_current else NORMAL if is_reached or is_open else THIN
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
            agent, bottom = None, top + SIDE
            points = (x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)
        fill = Ink.FAINT if is_reached and figure.layer is Layer.LEAF else None
        if node and figure.layer is Layer.LEAF and node.source is not ValueSource.TERMINAL:
            width, opacity = (width if is_current else THIN), TINT / 3
        outline = None if figure.layer is None else ink
        yield Polygon(points, fill, outline, agent=agent, opacity=opacity, width=width)

    def _words(self, figure: TreeFigure) -> Iterator[Part]:
        """What is written in a figure and beside it."""
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
            is_plain = is_strong or node.number in self.reached or self._is_open(figure)
            ink = Ink.TEXT if is_plain else Ink.FAINT
            yield Words(text, middle, size, ink, strong=is_strong)
        yield from self._bounds(figure, (x, y))
        notes = figure.notes if cut or not node.cut else figure.notes[:-1]
        if self.progress.tree.is_whole and node.number not in self.reached:
            notes = tuple(node_name(node))
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

    def _is_open(self, figure: TreeFigure) -> bool:
        """Whether the search may still come to a node of a whole tree, for all that is known."""
        is_whole = self.progress.tree.is_whole and figure.node is not None
        return is_whole and figure.key not in self.reached | self.progress.skipped

    def _target(self, figure: TreeFigure) -> Target:
        (x, y), top = self.figures.at(figure.key), self.figures.top(figure)
        half = self.figures.half_width(figure)
        number = figure.key if figure.node else (figure.parent or 0) + len(self.progress.tree.nodes)
        return Target(number, (x - half, top), (2 * half, y + HALF_HEIGHT - top))

    def _line(self, row: TreeRow) -> TextLine:
        """A line of the text, in colours."""
        if row.node is None:
            ink = Ink.BAD if row.is_pruned else Ink.FAINT
            return TextRun(row.branch, Ink.FAINT), TextRun(row.words, ink)
        is_best, is_current = row.node in self.best, row.node == self.current
        is_plain = row.node in self.reached or self._is_open(self.figures.figures[row.node])
        ink = Ink.BEST if is_best else Ink.TEXT if is_plain else Ink.FAINT
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
    """A double slash across the middle of an edge."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for side in (-1, 1):
        off = x + side * SLASH_WIDTH / 2
        up = off + SLASH_HEIGHT / 2, y - SLASH_HEIGHT
        yield Stroke((up, (off - SLASH_HEIGHT / 2, y + SLASH_HEIGHT)), Ink.BAD, NORMAL)
