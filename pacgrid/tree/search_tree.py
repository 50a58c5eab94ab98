"""A search tree: the states that a search visited, in order, and what their values became."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import inf
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.common.markup import markup
from pacgrid.utility import Utility


class Layer(Enum):
    """How the value of a node follows from those of its children."""

    MAX = "MAX"
    MIN = "MIN"
    CHANCE = "CHANCE"
    PLAYER = "player"
    """One of several players, each of whom takes what is best for itself."""
    OTHER = "other"
    """What the agent's functions returned is none of these."""
    LEAF = "leaf"
    """It has no children: the game is over, or the search was cut off here."""

    @property
    def is_choice(self) -> bool:
        return self in (Layer.MAX, Layer.MIN, Layer.PLAYER)


class ValueSource(Enum):
    """Where the value of a node comes from."""

    TERMINAL = "terminal"
    EVALUATION = "evaluation"
    CHILDREN = "children"
    PLAYOUTS = "playouts"
    """The mean of the playouts through the node, as in Monte Carlo tree search."""
    TABLE = "table"
    """A transposition: the search had met this state before (`SearchNode.same_as`)."""
    RETURNED = "returned"
    """What the agent's own function returned, where that isn't what follows from the children, or
    where not all of them are known."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Cut:
    """Why a search didn't try all actions of a node: its value met a bound."""

    actions: tuple[Any, ...]
    """The actions that were not tried, in the order of `legal_actions()`."""
    bound: str
    """`alpha` (the node is MIN) or `beta` (it is MAX)."""
    limit: float
    owner: int
    """The number of the ancestor whose best value so far is that bound."""


@dataclass(frozen=True)
class SearchNode:
    """A state that the search visited: it asked for more than the state itself."""

    number: int
    """Nodes are numbered in the order of the visits; the root is 0."""
    parent: int | None
    action: Any
    """What leads here from the parent; None at the root."""
    ply: int
    """How many plies the node is below the root."""
    state: Any
    layer: Layer
    children: tuple[int, ...] = ()
    """The numbers of the children, in the order of the visits."""
    value: float | None = None
    """What the agent's own function returned. If that isn't known: the value that follows from all
    visited children, or the leaf's own. None if unknown."""
    source: ValueSource = ValueSource.UNKNOWN
    by_rule: float | None = None
    """What its layer makes of the values below, if the agent's own function returned another."""
    alpha: float = -inf
    beta: float = inf
    """The bounds when the search entered the node, as alpha-beta would have them."""
    probability: float | None = None
    """The probability of the action, where chance leads here."""
    cut: Cut | None = None
    untried: tuple[Any, ...] = ()
    """Legal actions that were not tried although no bound explains it."""
    same_as: int | None = None
    """The first node with an equal state, if there is one before this."""
    payoffs: tuple[float, ...] = ()
    """The payoff of each agent in a general-sum game; `value` is then what agent 0 gets."""
    visits: int = 1
    """How often the search generated it from its parent; or how many playouts went through it."""


class StepKind(Enum):
    ENTER = "enter"
    LEAF = "leaf"
    BACK_UP = "back up"
    """A child is done, and its parent's value is updated."""
    CUT = "cut"
    DONE = "done"
    """The search has chosen an action."""


@dataclass(frozen=True)
class Step:
    kind: StepKind
    node: int
    """The node whose value or bounds this step sets."""
    value: float | None = None
    """The node's running value after this step; None before its first child is done."""
    alpha: float = -inf
    beta: float = inf
    words: str = ""
    """What happens and why: `3 ≤ alpha = 3: the rest of this MIN node can't matter`."""
    payoffs: tuple[float, ...] = ()
    """The payoff of each agent at the node after this step, in a general-sum game."""


@dataclass(frozen=True)
class SearchTree:
    """What a search generated from one state, and the order in which it did."""

    nodes: Sequence[SearchNode]
    """Each node is at the index that is its number."""
    steps: Sequence[Step]
    principal_variation: tuple[int, ...]
    """The numbers of the nodes of best play, from the root on."""
    chosen: Any
    agent: str
    failure: Failure | None = None
    """What the agent did wrong, if it raised or chose an illegal action."""
    iteration: int = 1
    iterations: int = 1
    """The number of the iteration in an iterative search, from 1."""
    left_out: int = 0
    """How many successors were generated beyond those kept."""
    is_whole: bool = False
    """Whether it has what the search didn't visit, too, and the values of its leaves are known
    before the search comes to them; see `whole_tree`."""
    utility: Utility | None = None
    """What points are worth to the agent, if it says so: values are then certainty equivalents."""

    @property
    def root(self) -> SearchNode:
        return self.nodes[0]

    @cached_property
    def by_ply(self) -> Sequence[int]:
        """The numbers of the nodes, those near the root first. In a whole tree, those of a ply are
        in the order of the actions, which tells nothing of the search."""
        if not self.is_whole:
            return sorted(range(len(self.nodes)), key=lambda number: self.nodes[number].ply)
        numbers = [0]
        for number in numbers:
            numbers += self.children_in_order(number)
        return numbers

    def children_in_order(self, number: int) -> Sequence[int]:
        """The children of a node in the order of `legal_actions()`, whatever the order in which
        they were generated."""
        node = self.nodes[number]
        actions = node.state.legal_actions() if node.children else ()
        order = {action: index for index, action in enumerate(actions)}
        return sorted(
            node.children, key=lambda child: order.get(self.nodes[child].action, len(order))
        )

    @cached_property
    def cut_nodes(self) -> Sequence[int]:
        """The numbers of the nodes that were cut, those near the root first."""
        return tuple(number for number in self.by_ply if self.nodes[number].cut)

    @cached_property
    def sizes(self) -> Sequence[int]:
        """By node: how many nodes its subtree has, itself included."""
        sizes = [1] * len(self.nodes)
        for node in reversed(self.nodes[1:]):
            assert node.parent is not None
            sizes[node.parent] += sizes[node.number]
        return sizes

    @cached_property
    def steps_of(self) -> Sequence[Sequence[int]]:
        numbers: list[list[int]] = [[] for _ in self.nodes]
        for number, step in enumerate(self.steps):
            numbers[step.node].append(number)
        return numbers

    def path(self, number: int) -> tuple[int, ...]:
        """The numbers of the nodes from the root to that node."""
        path = [number]
        while (parent := self.nodes[path[-1]].parent) is not None:
            path.append(parent)
        return tuple(reversed(path))

    def _repr_html_(self) -> str | None:
        return markup(self)


class SearchTrees(list[SearchTree]):
    """The trees of one search: one for each iteration of an iterative search, else one."""

    def _repr_html_(self) -> str | None:
        return markup(self) if self else None


def principal_variation(nodes: Sequence[SearchNode], chosen: Any) -> tuple[int, ...]:
    """The numbers of the nodes of best play, from the root to a leaf or to the first CHANCE node.

    Of equal actions the first is taken, as a worse one can look like a tie after pruning; but at
    the root the `chosen` one. In a search by playouts, best play is what has the most of them.
    """
    node = nodes[0]
    line = [0]
    while node.layer.is_choice:
        worth = node.value, node.payoffs
        children = [nodes[child] for child in node.children]
        best = [child for child in children if (child.value, child.payoffs) == worth]
        if node.source is ValueSource.PLAYOUTS:
            best = [max(children, key=lambda child: child.visits)]
        if node.value is None or not best:
            break
        by_choice = [child for child in best if not node.number and child.action == chosen]
        node = (by_choice or best)[0]
        line.append(node.number)
    return tuple(line)
