"""Uniform trees: every node has the same number of children, in the best, the worst or a random
order for alpha-beta. Donald Knuth and Ronald Moore, "An analysis of alpha-beta pruning", 1975."""

from random import Random

from pacgrid.errors import GameError
from pacgrid.games.drawn_tree import DrawnTree, TreeNode, numbered
from pacgrid.games.game_setup import checked_whole

MOST_LEAVES = 10_000
ORDERS = ("best", "worst", "random")


class Uniform:
    """Trees as a game: `uniform:branching=3,depth=4,order=random,seed=7`."""

    @staticmethod
    def initial(
        branching: int = 3, depth: int = 3, order: str = "best", seed: int | None = None
    ) -> DrawnTree:
        """The root of `uniform_tree`, or of `random_tree` for that `seed`, by default 0. Raises
        GameError."""
        for name, number in (("branching", branching), ("depth", depth)):
            checked_whole(name, number, 1, 99)
        if order not in ORDERS:
            raise GameError(f"order must be best, worst or random, not {order!r:.40}")
        if seed is not None and (order != "random" or not isinstance(seed, int)):
            fix = "must be a whole number" if order == "random" else "goes with order=random only"
            raise GameError(f"seed {fix}")
        if branching**depth > MOST_LEAVES:
            raise GameError(f"{branching}^{depth} leaves are too many; stay within {MOST_LEAVES:,}")
        if order == "random":
            return DrawnTree.initial(random_tree(branching, depth, Random(seed or 0)))
        return DrawnTree.initial(uniform_tree(branching, depth, order))


def uniform_tree(branching: int, depth: int, order: str) -> TreeNode:
    """A tree with `branching` children at each node and MAX and MIN in turn, whose leaves at
    `depth` have the values 1, 2, 3, …

    In the `best` order, the best child always comes first, and alpha-beta visits only
    b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. In the `worst` order it comes last, and alpha-beta visits all.
    """

    def subtree(first: int, depth: int, to_move: int) -> TreeNode:
        """A tree whose smallest leaf is `first`."""
        if depth == 0:
            return TreeNode(value=first)
        below = branching ** (depth - 1)
        firsts = [first + number * below for number in range(branching)]
        if (to_move == 0) == (order == "best"):
            firsts.reverse()
        return TreeNode(
            to_move, branches=numbered(subtree(each, depth - 1, 1 - to_move) for each in firsts)
        )

    return subtree(1, depth, 0)


def random_tree(branching: int, depth: int, rng: Random) -> TreeNode:
    """The same tree with its leaves shuffled."""
    values = [*range(1, branching**depth + 1)]
    rng.shuffle(values)
    leaves = iter(values)

    def subtree(depth: int, to_move: int) -> TreeNode:
        if depth == 0:
            return TreeNode(value=next(leaves))
        below = (subtree(depth - 1, 1 - to_move) for _ in range(branching))
        return TreeNode(to_move, branches=numbered(below))

    return subtree(depth, 0)
