"""Turns a probe into one that looks different and has the same best actions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from pacgrid.action import MOVES, Action
from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.layout import Position
from pacgrid.maze import MATRICES
from pacgrid.state import DrawnGhost, State, read_drawing

from .probe import Probe
from .tree_position import TreePosition


def varied(probe: Probe, seed: int) -> Probe:
    """`probe` with a tree whose actions are renamed and whose values are shifted, or with a board
    that is mirrored or rotated and has another score; for the same seed the same one.

    A tree's actions stay in their order and its values keep their signs and their distances, so
    that almost every mistake shows in it as before.
    """
    rng, root = Random(f"{seed} {probe.root}"), probe.root
    if isinstance(root, State):
        return replace(probe, root=_with_score(_turned(root, rng), rng))
    return replace(probe, root=_renamed(root, rng, _shift(root.tree, rng), reorder=False))


def transformed(probe: Probe, seed: int) -> Probe:
    """`probe` with a tree whose actions are renamed and reordered and whose values are scaled and
    shifted, or with a board that is mirrored or rotated; for the same seed the same one.

    STOP stays STOP, values keep their signs and get no closer to 0, and equal subtrees stay equal.
    A board with a scared ghost stays as it is: where its scare ends, it is rounded up to a cell.
    """
    rng, root = Random(f"{seed} {probe.root}"), probe.root
    if isinstance(root, State):
        return replace(probe, root=_turned(root, rng))
    return replace(probe, root=_renamed(root, rng, _rescaling(root.tree, rng), reorder=True))


def rotated(state: State, matrix: tuple[int, int, int, int]) -> State:
    """`state` on a board that is mirrored or rotated by `matrix`, one of `MATRICES`."""
    a, b, c, d = matrix
    drawing = read_drawing(str(state))
    width, height = len(drawing.walls[0]), len(drawing.walls)
    left = min(a, 0) * (width - 1) + min(b, 0) * (height - 1)
    bottom = min(c, 0) * (width - 1) + min(d, 0) * (height - 1)
    steps = {action.vector: action for action in Action}

    def image(cell: Position) -> Position:
        x, y = cell
        return a * x + b * y - left, c * x + d * y - bottom

    def ghost_image(ghost: DrawnGhost) -> DrawnGhost:
        x, y = ghost.position
        dx, dy = ghost.direction.vector
        return DrawnGhost(
            (a * x + b * y - left, c * x + d * y - bottom),
            steps[a * dx + b * dy, c * dx + d * dy],
            ghost.scared,
            image(ghost.home),
        )

    marks = {
        image((x, height - 1 - row)): mark
        for row, line in enumerate(drawing.walls)
        for x, mark in enumerate(line)
    }
    columns, rows = range(max(marks)[0] + 1), range(max(y for _, y in marks), -1, -1)
    return State.drawn(
        replace(
            drawing,
            walls=tuple("".join(marks[x, y] for x in columns) for y in rows),
            pacman=image(drawing.pacman),
            ghosts=tuple(map(ghost_image, drawing.ghosts)),
            food=frozenset(map(image, drawing.food)),
            capsules=frozenset(map(image, drawing.capsules)),
        )
    )


def nodes_of(tree: TreeNode) -> Iterator[TreeNode]:
    """`tree` and all nodes below it."""
    yield tree
    for branch in tree.branches:
        yield from nodes_of(branch.child)


def _turned(state: State, rng: Random) -> State:
    if any(ghost.scared for ghost in state.ghosts):
        return state
    return rotated(state, rng.choice([(1, 0, 0, 1), *MATRICES]))


def _with_score(state: State, rng: Random) -> State:
    """`state` with a few points more, or less if its score is below 0."""
    drawing = read_drawing(str(state))
    shift = rng.randint(0, 99) * (-1 if drawing.score < 0 else 1)
    return State.drawn(replace(drawing, score=drawing.score + shift))


def _closest(tree: TreeNode) -> float:
    """The distance from 0 of the value that is closest to it."""
    return min(abs(node.value or 0) for node in nodes_of(tree))


def _shift(tree: TreeNode, rng: Random) -> Callable[[float], float]:
    """A small even shift of all values that keeps their signs: means are rounded as before."""
    most = int(max(0, min(10, _closest(tree) - 1))) // 2
    shift = 2 * rng.randint(-most, most)
    return lambda value: value + shift


def _rescaling(tree: TreeNode, rng: Random) -> Callable[[float], float]:
    """A change of all values that keeps their signs, and the closest to 0 at least as far off."""
    factor = rng.randint(2, 3)
    most = int((factor - 1) * _closest(tree))
    shift = rng.randint(-most, most)
    return lambda value: factor * value + shift


def _renamed(
    root: TreePosition, rng: Random, changed: Callable[[float], float], *, reorder: bool
) -> TreePosition:
    @cache
    def image(node: TreeNode) -> TreeNode:
        position = TreePosition(node, 1)
        actions = position.legal_actions()
        moves = rng.sample(MOVES, sum(action is not Action.STOP for action in actions))
        names = iter(moves if reorder else sorted(moves))
        branches = {
            action if action is Action.STOP else next(names): image(position.successor(action).tree)
            for action in actions
        }
        return TreeNode(
            node.to_move,
            None if node.value is None else changed(node.value),
            node.name,
            tuple(Branch(str(action), branches[action]) for action in sorted(branches)),
        )

    return TreePosition(image(root.tree), root.num_agents)
