"""A drawn tree as the board of a game: the whole tree, and where the game is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Any

from pacgrid.games.drawn_tree import DrawnTree, TreeNode
from pacgrid.session.diagram import Diagram, Polygon, TextLine
from pacgrid.session.marks import Ink
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.tree.folding import folded
from pacgrid.tree.search_progress import SearchProgress
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.tree_text import tree_rows
from pacgrid.tree.whole_tree import game_tree

RIM = 0.08
"""Around what is selected."""


def tree_board(
    state: DrawnTree, selected: Any, targets: Sequence[Any], values: Mapping[Any, float]
) -> Diagram:
    """The tree of `state`, with the path that was played; the arguments are those of
    `board_diagram`."""
    nodes = tree_nodes(state.root)
    current = next(node for node in nodes if node.state.path == state.path)
    children = {nodes[number].action: number for number in current.children}
    known = {children[action]: value for action, value in values.items()}
    steps = [_step(node, known.get(node.number, node.value)) for node in nodes]
    steps += [_step(current, current.value), Step(StepKind.DONE, 0, None, -inf, inf, "")]
    tree = SearchTree(nodes, steps, (), None, "")
    shown = folded(tree, current.number, opened=[current.number])
    progress = SearchProgress(tree, len(steps) - 2)
    diagram = tree_diagram(tree, progress.step, shown)
    chosen = children.get(selected) if targets else None
    areas = {target.number: target for target in diagram.targets}
    changed = {chosen, current.number} if chosen is not None else ()
    text = tuple(
        _marked(line, is_selected=row.node == chosen) if row.node in changed else line
        for row, line in zip(tree_rows(progress, shown), diagram.text, strict=True)
    )
    parts = diagram.parts
    if chosen is not None:
        (x, y), (width, height) = areas[chosen].corner, areas[chosen].size
        left, top, right, bottom = x - RIM, y - RIM, x + width + RIM, y + height + RIM
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        parts = (Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15), *parts)
    return replace(
        diagram,
        parts=parts,
        text=text,
        targets=tuple(
            replace(areas[children[action]], number=number) for number, action in enumerate(targets)
        ),
        description=str(state),
    )


@lru_cache(maxsize=2)
def tree_nodes(root: TreeNode) -> Sequence[SearchNode]:
    """The nodes of a drawn tree in the order of its text; only leaves have values."""
    return game_tree(DrawnTree.initial(root), most_nodes=inf).nodes


def _step(node: SearchNode, value: float | None) -> Step:
    kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.ENTER
    return Step(kind, node.number, value, -inf, inf, "", node.payoffs)


def _marked(line: TextLine, *, is_selected: bool) -> TextLine:
    """A line of the text, highlighted if its node is selected."""
    branch, words, *rest = line
    return (branch, replace(words, inverse=is_selected), *rest)
