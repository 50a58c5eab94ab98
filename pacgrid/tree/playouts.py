"""Replays a search by playouts, such as Monte Carlo tree search: how the means change."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain
from math import inf

from pacgrid.search import CHANCE
from pacgrid.tree import wording
from pacgrid.tree.layers import Others, layers_of, probabilities
from pacgrid.tree.search_tree import Layer, SearchNode, Step, StepKind, ValueSource
from pacgrid.tree.visits import Visit, VisitTree


class Playouts:
    """The nodes and steps of a search by playouts.

    The value of a node is the mean of the playouts through it. What lies below a node that only one
    playout reached is part of that playout, not of the tree.
    """

    def __init__(self, tree: VisitTree, others: Others) -> None:
        paths = [tuple(visit.path)[::-1] for visit, _ in tree.playouts]
        counts = Counter(chain(*paths))
        visits = [tree.root]
        visits += (visit for visit in counts if visit.parent and counts[visit.parent] > 1)
        self._numbers = {visit: number for number, visit in enumerate(visits)}
        self._layer_of = layers_of(visits, others)
        self._totals: defaultdict[int, float] = defaultdict(float)
        self.nodes = [self._node(visit) for visit in visits]
        self.steps: list[Step] = []
        self._step(StepKind.ENTER, 0, wording.entering(self.nodes[0], None))
        for visit, value in tree.playouts:
            path = [self._numbers[each] for each in visit.path if each in self._numbers]
            self._play_out(path, value)

    def _layer(self, visit: Visit) -> Layer:
        return Layer.CHANCE if visit.state.to_move == CHANCE else self._layer_of(visit)

    def _node(self, visit: Visit) -> SearchNode:
        children = sorted(self._numbers[each] for each in visit.children if each in self._numbers)
        source = ValueSource.PLAYOUTS
        if visit.state.is_terminal:
            source = ValueSource.TERMINAL
        elif not children:
            source = ValueSource.EVALUATION
        probability = None
        if visit.parent and self._layer(visit.parent) is Layer.CHANCE:
            probability = probabilities(visit.parent).get(visit.action)
        return SearchNode(
            number=self._numbers[visit],
            parent=self._numbers[visit.parent] if visit.parent else None,
            action=visit.action,
            ply=visit.ply,
            state=visit.state,
            layer=self._layer(visit) if children else Layer.LEAF,
            children=tuple(children),
            value=None,
            source=source,
            alpha=-inf,
            beta=inf,
            probability=probability,
            visits=0,
        )

    def _play_out(self, path: list[int], value: float) -> None:
        """Take the result of a playout along `path`, from the node where it began to the root."""
        for number in reversed(path):
            node = self.nodes[number]
            if not node.visits and node.parent is not None:
                parent = self.nodes[node.parent]
                self._step(StepKind.ENTER, number, wording.entering(node, parent))
        for number in path:
            self._totals[number] += value
            count = self.nodes[number].visits + 1
            mean = self._totals[number] / count
            self.nodes[number] = node = replace(self.nodes[number], value=mean, visits=count)
            kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.BACK_UP
            self._step(kind, number, wording.played_out(value, count, mean))

    def _step(self, kind: StepKind, number: int, words: str) -> None:
        self.steps.append(Step(kind, number, self.nodes[number].value, -inf, inf, words))


def most_visited(nodes: list[SearchNode]) -> tuple[int, ...]:
    """The nodes with the most visits, from the root to a leaf or to the first CHANCE node."""
    node, line = nodes[0], [0]
    while node.layer.is_choice:
        node = max((nodes[child] for child in node.children), key=lambda child: child.visits)
        line.append(node.number)
    return tuple(line)
