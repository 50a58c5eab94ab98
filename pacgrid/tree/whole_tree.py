"""The whole tree of a game, down to the leaves: also what a search prunes."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
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
    nodes = [SearchNode(0, None, None, 0, state, layer_of_mover(state))]
    horizon = inf if plies is None else plies
    _Growth(nodes, horizon, value or _own_evaluation, most_nodes).grow(0)
    return SearchTree(nodes, (), (), None, "", is_whole=True)


def whole_tree(tree: SearchTree) -> SearchTree:
    """The search of a drawn tree with what it didn't visit, as far as its depth goes. The values of
    all leaves are known before the search comes to them.

    The nodes of the search keep their numbers and steps; the others have higher numbers, and no
    steps. A picture of the tree before a cut doesn't tell that it will be made.

    Raises WholeTreeError where the tree is too large or what the search would see isn't known.
    """
    if tree.is_whole:
        return tree
    horizons = {node.ply for node in tree.nodes if node.source is ValueSource.EVALUATION}
    is_known = is_drawn(tree) and all(map(_has_own_value, tree.nodes))
    if not is_known or len(horizons) > 1 or tree.failure or tree.left_out:
        raise WholeTreeError(
            "what a search would see beyond what it visits is known only in drawn trees, if it goes"
            " to one depth and takes their values"
        )
    nodes = [*tree.nodes]
    layers = {node.state.to_move: node.layer for node in nodes if node.layer is not Layer.LEAF}
    growth = _Growth(nodes, max(horizons, default=inf), _own_evaluation, MOST_WHOLE, layers)
    for node in tree.nodes:
        if node.cut or node.untried or node.source is ValueSource.TABLE:
            growth.grow(node.number)
    return replace(tree, nodes=nodes, is_whole=True)


def trees_to_step(trees: Sequence[SearchTree]) -> Sequence[SearchTree]:
    """Trees as those see them who step through a search: drawn trees, which a class knows, with the
    leaves that the search hasn't come to yet; games as far as they are searched."""
    with suppress(WholeTreeError):
        return [*map(whole_tree, trees)]
    return trees


def is_drawn(tree: SearchTree) -> bool:
    """Whether it is the search of a drawn tree, whose nodes aren't positions of another game."""
    return isinstance(getattr(tree.root.state, "tree", None), TreeNode)


@dataclass
class _Growth:
    """How to go on below a node: to which ply, and what leaves there are worth."""

    nodes: list[SearchNode]
    horizon: float
    evaluate: Value
    most_nodes: float
    layers: Mapping[int, Layer] | None = None
    """By who is to move: the layer of a node with children; by default, as the game has it."""

    def grow(self, number: int) -> None:
        waiting = [number]
        while waiting:
            waiting += reversed(self._children(waiting.pop()))

    def _children(self, number: int) -> Sequence[int]:
        """Add what is missing just below a node, or its value; return the new nodes' numbers."""
        node = self.nodes[number]
        if node.state.is_terminal or node.ply == self.horizon:
            if node.value is None:
                self.nodes[number] = self._leaf(node)
            return ()
        layer = node.layer if node.layer is not Layer.LEAF else self._layer(node.state)
        known = {self.nodes[child].action for child in node.children}
        missing = [action for action in node.state.legal_actions() if action not in known]
        new = range(len(self.nodes), len(self.nodes) + len(missing))
        if new.stop > self.most_nodes:
            depth = "" if self.horizon == inf else f", {self.horizon} plies deep,"
            raise WholeTreeError(f"the whole tree{depth} has more than {self.most_nodes:,} nodes")
        self.nodes[number] = replace(node, layer=layer, children=(*node.children, *new))
        chances = probabilities(node.state) if layer is Layer.CHANCE else {}
        for child, action in zip(new, missing, strict=True):
            state = node.state.successor(action)
            found = SearchNode(child, number, action, node.ply + 1, state, self._layer(state))
            self.nodes.append(replace(found, probability=chances.get(action)))
        return new

    def _layer(self, state: Any) -> Layer:
        """What a node is if it has children."""
        return (self.layers or {}).get(state.to_move, layer_of_mover(state))

    def _leaf(self, node: SearchNode) -> SearchNode:
        if node.state.is_terminal:
            value, source = node.state.score, ValueSource.TERMINAL
        else:
            value, source = self.evaluate(node.state), ValueSource.EVALUATION
        payoffs = tuple(node.state.payoffs()) if is_general_sum(node.state) else ()
        return replace(node, layer=Layer.LEAF, value=value, source=source, payoffs=payoffs)


def _own_evaluation(state: Any) -> float:
    value: float = state.evaluate()
    return value


def _has_own_value(node: SearchNode) -> bool:
    """Whether a leaf that was visited has the value that is drawn, and no node is a mean."""
    match node.source:
        case ValueSource.TERMINAL:
            return bool(node.value == node.state.score)
        case ValueSource.EVALUATION:
            return node.value == _own_evaluation(node.state)
        case ValueSource.UNKNOWN | ValueSource.PLAYOUTS:
            return False
        case _:
            return True
