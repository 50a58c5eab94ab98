"""Draws trees at random in which mistakes of a search show."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Literal

from pacgrid.action import MOVES, Action
from pacgrid.games.drawn_tree import Branch, TreeNode

RANGES = {
    "mixed": (-99, 99),
    "wide": (-900, 900),
    "losing": (-99, -11),
    "winning": (11, 99),
    "close": (11, 45),
    "far losing": (-9999, -1011),
    "far winning": (1011, 9999),
    "few": (-2, 2),
}
"""The smallest and the largest value of the leaves and evaluations. Searches that start at 0, or at
a number that isn't far enough, fail where all values are beyond it."""

TENTHS = "close"
"""These are in tenths: searches that round, or cut to whole numbers, take them for equal."""

Values = Literal["mixed", "wide", "losing", "winning", "close", "far losing", "far winning", "few"]

MOST_NODES = 80
"""Those beyond may have the values of others."""


@dataclass(frozen=True)
class TreeShape:
    """What a random tree is like."""

    ghosts: int = 1
    rounds: int = 1
    """How many rounds a game lasts at most, but for repeated subtrees."""
    goes_on: bool = False
    """Whether one more round follows these, with few actions: a search is to be cut off before."""
    branches: tuple[int, ...] = (2, 2, 3)
    """The numbers of actions to choose from for a node."""
    values: Values = "mixed"
    early: float = 0.15
    """The probability that a game is over at a node above the last ply."""
    repeats: float = 0
    """The probability that a node is equal to one that is drawn already."""
    stop: float = 0.3
    """The probability that Pac-Man can stop at a node."""


def random_tree(shape: TreeShape, rng: Random) -> TreeNode:
    """A tree of that shape. Its inner nodes have evaluations that have nothing to do with what is
    below them; all values differ, unless there are only a few."""
    smallest, largest = RANGES[shape.values]
    gap = 0 if shape.values == "few" else 10
    numbers = [number for number in range(smallest, largest + 1) if abs(number) > gap]
    distinct = [] if shape.values == "few" else rng.sample(numbers, min(len(numbers), MOST_NODES))
    drawn = chain(distinct, iter(lambda: rng.choice(numbers), 0))
    values = (number / 10 for number in drawn) if shape.values == TENTHS else drawn
    return _Drawing(shape, rng, values).node(0)


class _Drawing:
    def __init__(self, shape: TreeShape, rng: Random, values: Iterator[float]) -> None:
        self.shape = shape
        self.rng = rng
        self.values = values
        self.drawn: list[TreeNode] = []

    def node(self, ply: int) -> TreeNode:
        """A node after `ply` plies."""
        shape, rng = self.shape, self.rng
        agents = shape.ghosts + 1
        wide = agents * shape.rounds
        last = wide + agents * shape.goes_on
        is_early = 0 < ply != wide and rng.random() < shape.early
        if ply == last or is_early:
            return self.leaf()
        same = [node for node in self.drawn if node.to_move == ply % agents]
        if same and rng.random() < shape.repeats:
            return rng.choice(same)
        count = rng.choice(shape.branches if ply < wide else (1, 1, 2))
        actions = self.actions(count, may_stop=ply % agents == 0)
        branches = tuple(Branch(str(action), self.node(ply + 1)) for action in actions)
        node = TreeNode(ply % agents, next(self.values), "", branches)
        self.drawn.append(node)
        return node

    def leaf(self) -> TreeNode:
        """A game that is won or lost, whatever its value's sign is."""
        value = next(self.values)
        if self.rng.random() < 0.3:
            return TreeNode(value=value, name="loss" if value > 0 else "win")
        return TreeNode(value=value)

    def actions(self, count: int, may_stop: bool) -> list[Action]:
        stops = may_stop and self.rng.random() < self.shape.stop
        moves = self.rng.sample(MOVES, min(count - stops, len(MOVES)))
        return sorted(moves) + [Action.STOP] * stops
