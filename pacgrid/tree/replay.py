"""Replays a search on the states that it visited: values, bounds and cuts as alpha-beta has them.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, figure 5.7.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from pacgrid.search import GameState
from pacgrid.tree.layers import Others, layers_of, probabilities
from pacgrid.tree.search_tree import Cut, Layer, Node, Step, StepKind, ValueSource
from pacgrid.tree.visits import Visit
from pacgrid.tree.wording import action_name, expectation, listed, number


@dataclass(frozen=True)
class Window:
    """Alpha and beta, each with the number of the node whose best value so far it is."""

    alpha: float = -inf
    beta: float = inf
    alpha_owner: int | None = None
    beta_owner: int | None = None


class Replay:
    """The nodes and steps of a depth-first search.

    Args:
        visits: what it visited, in order.
        others: what the other agents are for the agent that searched.
        unfinished: the nodes that it was busy with when it was interrupted.
    """

    def __init__(
        self, visits: Sequence[Visit], others: Others, unfinished: Sequence[Visit]
    ) -> None:
        self._visits = visits
        self._numbers = {id(visit): index for index, visit in enumerate(visits)}
        self._layer = layers_of(visits, others)
        self._unfinished = {id(visit) for visit in unfinished}
        self._same_as = _equal_states(visits)
        self._horizon = max(visit.ply for visit in visits)
        self._windows: list[Window] = []
        self._chances: dict[int, Mapping[Any, float]] = {}
        self._prunes = False
        self.nodes: list[Node] = []
        self.steps: list[Step] = []
        for visit, enters in _walk(visits[0]):
            if enters:
                self._enter(visit)
            else:
                self._leave(visit)

    # Down the tree.

    def _enter(self, visit: Visit) -> None:
        """Generate a node, with the bounds of its parent; below chance there are none."""
        index = len(self.nodes)
        parent = self.nodes[self._number(visit.parent)] if visit.parent else None
        is_leaf = not visit.children and not visit.left_out
        layer = Layer.LEAF if is_leaf else self._layer(visit)
        window, probability = Window(), None
        if parent and parent.layer is Layer.CHANCE:
            probability = self._chances[parent.number].get(visit.action)
        elif parent:
            window = self._windows[parent.number]
        self._windows.append(window)
        if layer is Layer.CHANCE:
            self._chances[index] = probabilities(visit)
        node = Node(
            number=index,
            parent=parent.number if parent else None,
            action=visit.action,
            ply=visit.ply,
            state=visit.state,
            layer=layer,
            children=tuple(self._number(child) for child in visit.children),
            value=None,
            source=ValueSource.CHILDREN,
            alpha=window.alpha,
            beta=window.beta,
            probability=probability,
            same_as=self._same_as.get(index),
            visits=max(visit.generated, 1),
        )
        self.nodes.append(node)
        self._step(StepKind.ENTER, index, self._entering(node, parent))
        if is_leaf and parent:
            self._evaluate(visit, node)
        elif is_leaf:
            self.nodes[0] = replace(node, source=ValueSource.UNKNOWN)

    def _entering(self, node: Node, parent: Node | None) -> str:
        kind = "a leaf" if node.layer is Layer.LEAF else f"a {node.layer.value} node"
        if parent is None:
            return f"the search starts at {kind}"
        words = f"{action_name(parent.state, node.action)} leads to {kind}"
        if node.layer is Layer.LEAF or (node.alpha, node.beta) == (-inf, inf):
            return words
        return f"{words}; alpha = {number(node.alpha)} and beta = {number(node.beta)} go with it"

    def _evaluate(self, visit: Visit, node: Node) -> None:
        """Give a leaf its value."""
        value, source = visit.returned, ValueSource.EVALUATION
        if value is None:
            value = visit.score
        same = None if node.same_as is None else self.nodes[node.same_as]
        if value is None and id(visit) in self._unfinished:
            source = ValueSource.UNKNOWN
            words = "the search ends here"
        elif visit.state.is_terminal:
            source = ValueSource.TERMINAL
            value = visit.state.score if value is None else value
            words = f"the game is over: {_points(value)}"
        elif same and same.children and node.ply < self._horizon:
            source = ValueSource.TABLE
            value = same.value if value is None else value
            words = _from_table(node, same, value)
        elif value is None:
            source = ValueSource.UNKNOWN
            words = "what the search thinks of this state isn't known"
        else:
            words = f"cut off here: the evaluation says {number(value)}"
        self.nodes[node.number] = replace(node, value=value, source=source)
        self._step(StepKind.LEAF, node.number, words)

    # And up again.

    def _leave(self, visit: Visit) -> None:
        """Say why a node's search ends, and take its value to its parent."""
        index = self._number(visit)
        if self.nodes[index].layer is not Layer.LEAF and id(visit) not in self._unfinished:
            self._end(visit, index)
        value = self.nodes[index].value
        if visit.parent and value is not None:
            self._back_up(self._number(visit.parent), index, value)

    def _end(self, visit: Visit, index: int) -> None:
        node, window = self.nodes[index], self._windows[index]
        if visit.left_out:
            if visit.parent and visit.returned is not None:
                value, source = visit.returned, ValueSource.RETURNED
                self.nodes[index] = replace(node, value=value, source=source)
            return
        tried = [child.action for child in visit.children]
        chances = self._chances.get(index, {})
        rest = tuple(
            action
            for action in visit.state.legal_actions()
            if action not in tried and chances.get(action, 1) > 0
        )
        if not rest:
            return
        names = listed([action_name(visit.state, action) for action in rest])
        bound = _met_bound(node.layer, node.value, window)
        if bound is None:
            self.nodes[index] = replace(node, untried=rest)
            last = self.steps[-1]
            self.steps[-1] = replace(last, words=f"{last.words}; {names} untried, without a reason")
            return
        name, limit, owner = bound
        self.nodes[index] = replace(node, cut=Cut(rest, name, limit, owner))
        assert node.value is not None
        sign = _sign(name, node.value, limit)
        words = (
            f"{number(node.value)} {sign} {name} = {number(limit)}: "
            f"the rest of this {node.layer.value} node can't matter; {names} pruned"
        )
        self._step(StepKind.CUT, index, words)

    def _back_up(self, parent: int, child: int, value: float) -> None:
        """Update the parent's value and bounds with the value of a child that is done."""
        node, window = self.nodes[parent], self._windows[parent]
        old = node.value
        if node.layer is Layer.CHANCE:
            new, words = self._expected(node, child)
        elif node.layer is Layer.MAX:
            new = value if old is None else max(old, value)
            words = _compared("MAX", "larger", old, value, new)
        else:
            new = value if old is None else min(old, value)
            words = _compared("MIN", "smaller", old, value, new)
        if node.layer is Layer.MAX and new > window.alpha:
            window = replace(window, alpha=new, alpha_owner=parent)
            words += f"; alpha rises to {number(new)}: MAX can have {number(new)} already"
        elif node.layer is Layer.MIN and new < window.beta:
            window = replace(window, beta=new, beta_owner=parent)
            words += f"; beta falls to {number(new)}: MIN can have {number(new)} already"
        bound = _met_bound(node.layer, new, self._windows[parent])
        if bound and child != node.children[-1]:
            name, limit, _ = bound
            sign = _sign(name, new, limit)
            stop = "could" if new == limit else "would"
            words += (
                f"; {number(new)} {sign} {name} = {number(limit)}: alpha-beta {stop} stop here, "
                "this search goes on"
            )
        self.nodes[parent] = replace(node, value=new)
        self._windows[parent] = window
        self._step(StepKind.BACK_UP, parent, words)

    def _expected(self, node: Node, child: int) -> tuple[float, str]:
        done = [self.nodes[number] for number in node.children if number <= child]
        parts = [(each.probability or 0, each.value) for each in done if each.value is not None]
        value = sum(probability * value for probability, value in parts)
        words = f"chance: {expectation(parts)} = {number(value)}"
        return value, words if child == node.children[-1] else f"{words} so far"

    def _step(self, kind: StepKind, index: int, words: str) -> None:
        window = self._windows[index]
        value = self.nodes[index].value
        self.steps.append(Step(kind, index, value, window.alpha, window.beta, words))

    def _number(self, visit: Visit | None) -> int:
        return self._numbers[id(visit)]


def _walk(root: Visit) -> Iterator[tuple[Visit, bool]]:
    """Every visit twice, when it is entered (True) and when it is left (False), depth first."""
    stack = [(root, True)]
    while stack:
        visit, enters = stack.pop()
        yield visit, enters
        if enters:
            stack.append((visit, False))
            stack += ((child, True) for child in reversed(visit.children))


def _equal_states(visits: Sequence[Visit]) -> Mapping[int, int]:
    """For each node whose state an earlier node has too: the first such node."""
    first: dict[GameState, int] = {}
    equal = {}
    for index, visit in enumerate(visits):
        try:
            earlier = first.setdefault(visit.state, index)
        except TypeError:  # the game's states have no hash
            return {}
        if earlier != index:
            equal[index] = earlier
    return equal


def _met_bound(layer: Layer, value: float | None, window: Window) -> tuple[str, float, int] | None:
    """Which bound `value` meets, its limit and its owner, if it does."""
    if value is None:
        return None
    if layer is Layer.MIN and window.alpha_owner is not None and value <= window.alpha:
        return "alpha", window.alpha, window.alpha_owner
    if layer is Layer.MAX and window.beta_owner is not None and value >= window.beta:
        return "beta", window.beta, window.beta_owner
    return None


def _sign(bound: str, value: float, limit: float) -> str:
    """`<` or `>` for a value beyond the bound; `≤` or `≥` for one that only meets it."""
    if value == limit:
        return "≤" if bound == "alpha" else "≥"
    return "<" if bound == "alpha" else ">"


def _compared(layer: str, size: str, old: float | None, value: float, new: float) -> str:
    if old is None:
        return f"the first value of this {layer} node: {number(new)}"
    change = "still" if new == old else "now"
    return f"{layer} takes the {size} of {number(old)} and {number(value)}: {change} {number(new)}"


def _points(value: float) -> str:
    return f"{number(value)} point{'' if abs(value) == 1 else 's'}"


def _from_table(node: Node, same: Node, value: float | None) -> str:
    deeper = node.ply - same.ply
    depth = "at the same depth left"
    if deeper:
        plies = f"{abs(deeper)} {'ply' if abs(deeper) == 1 else 'plies'}"
        depth = f"where the search looked {plies} {'further' if deeper > 0 else 'less far'}"
    used = "its value" if value is None or value == same.value else "a bound"
    result = "" if value is None else f" {number(value)}"
    return f"same state as node {same.number}, {depth}: {used}{result} is used"
