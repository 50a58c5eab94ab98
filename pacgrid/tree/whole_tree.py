"""The whole tree of a game, down to the leaves: also what a search prunes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pacgrid.errors import PacgridError
from pacgrid.games.drawn_tree import TreeNode
from pacgrid.search import is_general_sum
from pacgrid.tree.replay import layer_of_mover, probabilities
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, ValueSource

MOST_WHOLE = 1000
"""A tree with more nodes isn't shown whole."""
Value = Callable[[Any], float]


class WholeTreeError(PacgridError):
    """A tree that can't be shown whole: a line that says why."""


def game_tree(
    state: Any,
    plies: int | None = None,
    *,
    value: Value | None = None,
    most_nodes: float = MOST_WHOLE,
) -> SearchTree:
    """The tree below `state` before any search: it has no steps, and only leaves have values.

    Args:
        plies: how far it goes; None: to the ends of the game.
        value: what a leaf is worth where the game isn't over; by default, `state.evaluate()`.

    Raises WholeTreeError for one with more than `most_nodes` nodes.
    """
    root = SearchNode(0, None, None, 0, state, layer_of_mover(state))
    nodes = [root]
    _Leaves(_score, value or _own_evaluation, plies, {}, most_nodes).grow(nodes, 0)
    return SearchTree(nodes, (), (), None, "", is_whole=True)


def whole_tree(tree: SearchTree, *, most_nodes: float = MOST_WHOLE) -> SearchTree:
    """A search tree with what the search didn't visit, as far as its depth goes. The values of all
    leaves are known before the search comes to them.

    The nodes of the search keep their numbers and steps; the others have higher numbers, and no
    steps. A picture of the tree before a cut doesn't tell that it will be made.

    Raises WholeTreeError where the tree is too large or what the search would see isn't known.
    """
    if tree.is_whole:
        return tree
    _check(tree, most_nodes)
    nodes = [*tree.nodes]
    missing = [number for number in range(len(nodes)) if _is_open(nodes[number])]
    if missing:
        leaves = _leaves_of(tree, most_nodes)
        for number in missing:
            leaves.grow(nodes, number)
    return replace(tree, nodes=nodes, is_whole=True)


def leaves_come_first(trees: Sequence[SearchTree]) -> bool:
    """Whether those who step through a search see the leaves before it, unless they choose: in
    drawn trees, which a class knows, but not in games."""
    with suppress(WholeTreeError):
        return is_drawn(trees[0]) and all(whole_tree(tree).is_whole for tree in trees)
    return False


def is_drawn(tree: SearchTree) -> bool:
    """Whether it is the search of a drawn tree, whose nodes aren't positions of another game."""
    return isinstance(getattr(tree.root.state, "tree", None), TreeNode)


class _Leaves:
    """How to go on below a node: to which ply, and what leaves there are worth."""

    def __init__(
        self,
        score: Value,
        evaluate: Value,
        horizon: int | None,
        layers: Mapping[int, Layer],
        most_nodes: float,
    ) -> None:
        self._score = score
        self._evaluate = evaluate
        self._horizon = horizon
        self._layers = layers
        self._most_nodes = most_nodes

    def grow(self, nodes: list[SearchNode], number: int) -> None:
        """Add all that is missing below a node of `nodes`."""
        waiting = [number]
        while waiting:
            waiting += reversed(self._children(nodes, waiting.pop()))

    def _children(self, nodes: list[SearchNode], number: int) -> Sequence[int]:
        """Add what is missing just below a node, or its value; return the new nodes' numbers."""
        node = nodes[number]
        if node.state.is_terminal or node.ply == self._horizon:
            if node.value is None:
                nodes[number] = self._leaf(node)
            return ()
        layer = node.layer if node.layer is not Layer.LEAF else _layer(node.state, self._layers)
        known = {nodes[child].action for child in node.children}
        missing = [action for action in node.state.legal_actions() if action not in known]
        new = range(len(nodes), len(nodes) + len(missing))
        if new.stop > self._most_nodes:
            depth = "" if self._horizon is None else f", {self._horizon} plies deep,"
            raise WholeTreeError(
                f"the whole tree{depth} has more than {self._most_nodes:,} nodes; search less deep"
                " to see it before the search"
            )
        nodes[number] = node = replace(node, layer=layer, children=(*node.children, *new))
        chances = probabilities(node.state) if layer is Layer.CHANCE else {}
        for child, action in zip(new, missing, strict=True):
            state = node.state.successor(action)
            found = SearchNode(
                child, number, action, node.ply + 1, state, _layer(state, self._layers)
            )
            nodes.append(replace(found, probability=chances.get(action)))
        return new

    def _leaf(self, node: SearchNode) -> SearchNode:
        if node.state.is_terminal:
            value, source = self._score(node.state), ValueSource.TERMINAL
        else:
            value, source = self._evaluate(node.state), ValueSource.EVALUATION
        payoffs = tuple(node.state.payoffs()) if is_general_sum(node.state) else ()
        return replace(node, layer=Layer.LEAF, value=value, source=source, payoffs=payoffs)


def _layer(state: Any, layers: Mapping[int, Layer]) -> Layer:
    """What a node is if it has children: as elsewhere in the search, or as the game has it."""
    return layers.get(state.to_move, layer_of_mover(state))


def _score(state: Any) -> float:
    score: float = state.score
    return score


def _own_evaluation(state: Any) -> float:
    value: float = state.evaluate()
    return value


# What a search would have seen.


def _check(tree: SearchTree, most_nodes: float) -> None:
    """Raises WholeTreeError."""
    sources = {node.source for node in tree.nodes if node.layer is Layer.LEAF}
    if tree.failure:
        raise WholeTreeError("the search failed, so its whole tree isn't known")
    if any(node.source is ValueSource.PLAYOUTS for node in tree.nodes):
        raise WholeTreeError("a search by playouts has no leaves that are known before it")
    if ValueSource.UNKNOWN in sources:
        raise WholeTreeError("the values of some leaves aren't known")
    if tree.left_out or len(tree.nodes) > most_nodes:
        raise WholeTreeError(
            f"the search has more than {most_nodes:,} nodes; search less deep to see its whole tree"
            " before the search"
        )


def _is_open(node: SearchNode) -> bool:
    """Whether something below a node wasn't visited: it was cut, or was in a table."""
    if node.layer is Layer.LEAF:
        return node.source is ValueSource.TABLE and not node.state.is_terminal
    return bool(node.cut or node.untried)


def _leaves_of(tree: SearchTree, most_nodes: float) -> _Leaves:
    """How the search would have gone on. Raises WholeTreeError."""
    by_source = {
        source: [node for node in tree.nodes if node.source is source]
        for source in (ValueSource.TERMINAL, ValueSource.EVALUATION)
    }
    cut_off = by_source[ValueSource.EVALUATION]
    plies = {node.ply for node in cut_off}
    if len(plies) > 1:
        raise WholeTreeError(
            "the search goes to several depths, so what it would see below a cut isn't known"
        )
    known = list(_evaluations(tree))
    return _Leaves(
        _fitting([_score, *known], by_source[ValueSource.TERMINAL]),
        _fitting([*known, _score], cut_off),
        next(iter(plies), None),
        {n.state.to_move: n.layer for n in tree.nodes if n.layer is not Layer.LEAF},
        most_nodes,
    )


def _evaluations(tree: SearchTree) -> Iterator[Value]:
    """What may estimate a leaf: the agent's own evaluation, or the game's."""
    if tree.evaluate is not None:
        yield tree.evaluate
    yield _own_evaluation


def _fitting(values: Sequence[Value], leaves: Sequence[SearchNode]) -> Value:
    """The first of some functions that gives all visited leaves the values that they had.

    Raises WholeTreeError.
    """
    for value in values:
        if all(_says(value, leaf) for leaf in leaves):
            return value
    raise WholeTreeError("the agent's own evaluation of the leaves that it prunes isn't known")


def _says(value: Value, leaf: SearchNode) -> bool:
    try:
        return value(leaf.state) == leaf.value
    except Exception:  # it isn't an evaluation of states
        return False
