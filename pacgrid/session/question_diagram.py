"""The tree of a quiz's question as a diagram, with what a person has answered so far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pacgrid.quizzes.quiz_tree import QuizTree
from pacgrid.quizzes.unsearched import unsearched
from pacgrid.session.diagram import Diagram, Part, Polygon, Stroke, Target, Words
from pacgrid.session.marks import Ink
from pacgrid.session.tree_diagram import NORMAL, tree_diagram
from pacgrid.session.tree_figures import LETTER, SIDE, VALUE_SIZE
from pacgrid.tree.search_tree import Layer, SearchNode

RIM = 0.1
ROOM = 1.2
"""How wide a number in an inner node can be."""
TIP = 0.36
"""How far above or below the middle of a triangle its number stands."""
BADGE = 0.42
"""The height of letters beside a leaf."""


@dataclass(frozen=True)
class NodeMark:
    """What an answer says of a node."""

    text: str = ""
    """Written in an inner node, or above a leaf."""
    ink: Ink | None = None
    """The colour of a frame around it; None: it has none."""
    is_crossed: bool = False
    """Whether it is crossed out, as a leaf that is pruned."""


def question_diagram(tree: QuizTree, marks: Mapping[str, NodeMark] | None = None) -> Diagram:
    """The tree with its leaves, before any search. The target of a node is its index in
    `tree.nodes`.

    Args:
        marks: what to draw at nodes, by label.
    """
    diagram, nodes = _plain(tree)
    below: list[Part] = []
    above: list[Part] = []
    for target in diagram.targets:
        node = tree.nodes[target.number]
        mark = (marks or {}).get(node.label)
        if mark:
            area = _area(target, is_leaf=node.is_leaf)
            below += _frame(area, mark.ink)
            above += _written(area, mark, nodes[target.number])
    parts = (*below, *diagram.parts, *above)
    return replace(diagram, parts=parts)


@lru_cache(maxsize=8)
def _plain(tree: QuizTree) -> tuple[Diagram, tuple[SearchNode, ...]]:
    """The diagram without marks, and the nodes by target."""
    found = unsearched(tree)
    diagram = tree_diagram(found, most_nodes=len(found.nodes))
    index = {node.path: number for number, node in enumerate(tree.nodes)}
    numbers = {node.number: index[node.state.path] for node in found.nodes}
    targets = tuple(replace(each, number=numbers[each.number]) for each in diagram.targets)
    by_target = sorted(found.nodes, key=lambda node: numbers[node.number])
    root = tree.inner[0]
    words = f"A tree with {len(tree.leaves)} leaves; at the root is {root.title}"
    return replace(diagram, targets=targets, description=words), tuple(by_target)


def _area(target: Target, *, is_leaf: bool) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a node's figure."""
    (x, y), (width, height) = target.corner, target.size
    return x, y, x + width, y + (SIDE if is_leaf else height)


def _frame(area: tuple[float, float, float, float], ink: Ink | None) -> Iterator[Part]:
    if ink is not None:
        left, top, right, bottom = area
        left, top, right, bottom = left - RIM, top - RIM, right + RIM, bottom + RIM
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        yield Polygon(corners, ink, ink, opacity=0.18, width=NORMAL)


def _written(
    area: tuple[float, float, float, float], mark: NodeMark, node: SearchNode
) -> Iterator[Part]:
    left, top, right, bottom = area
    x, y = (left + right) / 2, (top + bottom) / 2
    if mark.is_crossed:
        for start, end in (((left, bottom), (right, top)), ((left, top), (right, bottom))):
            yield Stroke((start, end), mark.ink or Ink.BAD, NORMAL)
    if not mark.text:
        return
    if node.layer is Layer.LEAF:
        at = left, top - RIM - BADGE / 2
        yield Words(mark.text, at, BADGE, mark.ink or Ink.BEST, strong=True)
        return
    y += {Layer.MAX: TIP, Layer.MIN: -TIP}.get(node.layer, 0)
    size = min(VALUE_SIZE, ROOM / (LETTER * len(mark.text)))
    yield Words(mark.text, (x, y), size, mark.ink or Ink.BEST, strong=True)
