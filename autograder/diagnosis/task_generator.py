"""Generates trees and positions in which known mistakes show, small ones first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from random import Random
from typing import Any, Literal

from pacgrid.action import MOVES, Action
from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.layout import Position
from pacgrid.maze import MATRICES
from pacgrid.state import DrawnGhost, State, read_drawing

from ..model.diagnosis import SearchName
from .evidence import ROUNDING, search_right, truth_of
from .search_task import SearchTask, TreePosition


@lru_cache(maxsize=64)
def generate(search: SearchName, count: int, seed: int) -> tuple[SearchTask, ...]:
    """So many tasks for that search, small ones first: for the same seed the same ones.

    They are those in which most of the known mistakes show, and show differently. Their names,
    values and directions depend on the seed.
    """
    selected = SELECTED[search]
    numbers = [*selected, *range(max(selected) + 1, max(selected) + count)][:count]
    tasks = [varied(candidate(search, number), seed) for number in numbers]
    tasks.sort(key=lambda task: (task.depth * task.moves, len(str(task.root))))
    return tuple(
        replace(task, name=f"{task.kind} {number}") for number, task in enumerate(tasks, start=1)
    )


MOST_STATES = 200
"""The most states that minimax generates in a move of a task."""


@dataclass(frozen=True)
class ProblemKind:
    """How to draw a task."""

    shape: "TreeShape | BoardShape"
    depth: int = 1
    moves: int = 1
    evaluation: str = "score"

    def draw(self, search: SearchName, rng: Random) -> SearchTask:
        """A task by this kind, without a name, that can be asked about."""
        while True:
            root: Any
            if isinstance(self.shape, TreeShape):
                root = TreePosition.initial(random_tree(self.shape, rng))
            else:
                root = random_position(self.shape, rng)
            task = SearchTask("", root, search, self.depth, self.evaluation, self.moves)
            if _can_be_asked(task):
                return task


@lru_cache(maxsize=256)
def candidate(search: SearchName, number: int) -> SearchTask:
    """The task with that number, of as many as are wanted: always the same one."""
    return PROBLEM_KINDS[number % len(PROBLEM_KINDS)].draw(search, Random(f"{search} {number}"))


def _can_be_asked(task: SearchTask) -> bool:
    """Whether it isn't too large, the game goes on for all moves, and not all actions are best."""
    root: Any = task.root
    for _ in range(task.moves):
        if root is None or (right := search_right(task, root)).chosen is None:
            return False
        if len(right.generated) > MOST_STATES:
            return False
        root = task.after(root, right.chosen)
    values = truth_of(task, task.root).values.values()
    gaps = [max(values) - value for value in values]
    return max(gaps) > 0 and not any(0 < gap < ROUNDING for gap in gaps)


def varied(task: SearchTask, seed: int) -> SearchTask:
    """`task` with a tree whose actions are renamed and whose values are shifted, or with a board
    that is mirrored or rotated and has another score; for the same seed the same one.

    A tree's actions stay in their order and its values keep their signs and their distances, so
    that almost every mistake shows in it as before.
    """
    rng, root = Random(f"{seed} {task.root}"), task.root
    if isinstance(root, State):
        return replace(task, root=_with_score(_turned(root, rng), rng))
    return replace(task, root=_renamed(root, rng, _shift(root.tree, rng), reorder=False))


def transformed(task: SearchTask, seed: int) -> SearchTask:
    """`task` with a tree whose actions are renamed and reordered and whose values are scaled and
    shifted, or with a board that is mirrored or rotated; for the same seed the same one.

    STOP stays STOP, values keep their signs and get no closer to 0, and equal subtrees stay equal.
    A board with a scared ghost stays as it is: where its scare ends, it is rounded up to a cell.
    """
    rng, root = Random(f"{seed} {task.root}"), task.root
    if isinstance(root, State):
        return replace(task, root=_turned(root, rng))
    return replace(task, root=_renamed(root, rng, _rescaling(root.tree, rng), reorder=True))


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
"""Values of this kind are in tenths: searches that round, or cut to whole numbers, take them for
equal."""


Values = Literal["mixed", "wide", "losing", "winning", "close", "far losing", "far winning", "few"]


MOST_NODES = 80
"""In a larger tree, some leaves must share values."""


@dataclass(frozen=True)
class TreeShape:
    """What a random tree is like."""

    ghosts: int = 1
    rounds: int = 1
    """How many rounds a game lasts at most, not counting repeated subtrees."""
    goes_on: bool = False
    """Whether one more round with few actions follows, so that a search has to be cut off."""
    branches: tuple[int, ...] = (2, 2, 3)
    """How many actions a node may have: one of these numbers is drawn."""
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


SCORES = (0, 0, 37, -1700, 2400)
"""The scores before the position: a search that starts at 0 or ±999 fails if all values are
beyond."""


@dataclass(frozen=True)
class BoardShape:
    """What a random position is like."""

    ghosts: int = 1
    width: int = 5
    height: int = 3
    """The height inside the outer walls."""
    food: int = 4
    """The most pieces of food."""
    has_capsule: bool = False


def random_position(shape: BoardShape, rng: Random) -> State:
    """A position of that shape: all cells are connected, and the first ghost has three exits or
    more."""
    while True:
        cells = _board(shape, rng)
        junctions = [cell for cell in sorted(cells) if len(_neighbours(cell) & cells) >= 3]
        if not junctions or len(cells) < shape.ghosts + 4:
            continue
        first = rng.choice(junctions)
        near = [cell for cell in sorted(cells - {first}) if _distance(cell, first) <= 3]
        if len(near) <= shape.ghosts:
            continue
        pacman, *others = rng.sample(near, shape.ghosts)
        marks = dict.fromkeys(rng.sample(sorted(cells - {pacman}), shape.food), ".")
        if shape.has_capsule and (beside := sorted(_neighbours(pacman) & cells - {first})):
            marks[rng.choice(beside)] = "o"
        marks |= {ghost: str(number) for number, ghost in enumerate((first, *others), start=1)}
        marks[pacman] = "P"
        if "." in marks.values():
            rows = [
                "".join(
                    marks.get((x, y), " " if (x, y) in cells else "%") for x in _span(shape.width)
                )
                for y in reversed(_span(shape.height))
            ]
            return State.parse("\n".join((*rows, f"score: {rng.choice(SCORES)}")))


def _span(length: int) -> range:
    """The columns or rows of a board, with its outer walls."""
    return range(length + 2)


def _board(shape: BoardShape, rng: Random) -> set[Position]:
    """The open cells of a board, all connected."""
    everywhere = [(x, y) for x in range(1, shape.width + 1) for y in range(1, shape.height + 1)]
    cells = set(everywhere)
    for wall in rng.sample(everywhere, len(everywhere) // 2):
        cells.remove(wall)
        if len(_connected(cells)) < len(cells):
            cells.add(wall)
    return cells


def _connected(cells: set[Position]) -> set[Position]:
    """The cells that can be reached from one of them."""
    reached: set[Position] = set()
    ahead = {min(cells)}
    while ahead:
        reached |= ahead
        ahead = {n for cell in ahead for n in _neighbours(cell) & cells} - reached
    return reached


def _neighbours(cell: Position) -> set[Position]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def _distance(one: Position, other: Position) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


PROBLEM_KINDS = (
    ProblemKind(TreeShape(branches=(3,), early=0, values="winning")),
    ProblemKind(TreeShape(early=0.3, values="losing")),
    ProblemKind(TreeShape(goes_on=True, early=0.2)),
    ProblemKind(TreeShape(branches=(2, 3), early=0, values="far losing")),
    ProblemKind(TreeShape(branches=(4,), early=0, values="few", stop=1)),
    ProblemKind(TreeShape(goes_on=True, branches=(3,), values="wide", stop=1)),
    ProblemKind(TreeShape(ghosts=2, early=0.1, stop=1)),
    ProblemKind(TreeShape(ghosts=2, branches=(2,), goes_on=True)),
    ProblemKind(TreeShape(ghosts=2, branches=(2, 3, 3), values="close")),
    ProblemKind(TreeShape(ghosts=2, branches=(2, 2, 3), values="few", early=0.1)),
    ProblemKind(TreeShape(ghosts=2, values="far winning")),
    ProblemKind(TreeShape(ghosts=3, branches=(1, 2, 2))),
    ProblemKind(TreeShape(ghosts=3, branches=(1, 2, 2), goes_on=True, values="wide")),
    ProblemKind(TreeShape(rounds=2, branches=(2,), goes_on=True), depth=2),
    ProblemKind(TreeShape(rounds=2, goes_on=True, values="far losing", early=0.1), depth=2),
    ProblemKind(TreeShape(rounds=2, goes_on=True, values="wide", early=0.2), depth=2),
    ProblemKind(TreeShape(rounds=2, values="few", early=0.1), depth=2),
    ProblemKind(TreeShape(rounds=2, branches=(2, 3, 3), early=0.1), depth=2),
    ProblemKind(TreeShape(rounds=2, branches=(2, 2, 3), early=0.1, values="close"), depth=2),
    ProblemKind(TreeShape(rounds=2, branches=(2, 3), early=0.1, repeats=0.3, stop=1), depth=2),
    ProblemKind(
        TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), early=0.2, goes_on=True), depth=2
    ),
    ProblemKind(TreeShape(ghosts=2, rounds=2, branches=(1, 2), values="losing", stop=1), depth=2),
    ProblemKind(TreeShape(ghosts=2, rounds=2, branches=(1, 2), values="close", early=0), depth=2),
    ProblemKind(TreeShape(ghosts=3, rounds=2, branches=(1, 1, 2), early=0.1), depth=2),
    ProblemKind(TreeShape(rounds=3, branches=(1, 2, 2), early=0.2, goes_on=True), depth=3),
    ProblemKind(TreeShape(rounds=3, branches=(2,), early=0.1, values="wide"), depth=3),
    ProblemKind(TreeShape(rounds=2, branches=(2, 3), goes_on=True, repeats=0.3), moves=2),
    ProblemKind(
        TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), goes_on=True, repeats=0.2), moves=2
    ),
    ProblemKind(
        TreeShape(rounds=3, branches=(1, 2, 2), repeats=0.2, goes_on=True), depth=2, moves=2
    ),
    ProblemKind(TreeShape(rounds=4, branches=(1, 2), early=0.1, repeats=0.2), depth=2, moves=3),
    ProblemKind(BoardShape(), evaluation="linear", moves=2),
    ProblemKind(BoardShape(ghosts=2), evaluation="cautious"),
    ProblemKind(BoardShape(has_capsule=True), evaluation="linear", depth=2),
    ProblemKind(BoardShape(ghosts=3, width=6), evaluation="pursuit"),
)


# fmt: off
SELECTED: Mapping[SearchName, tuple[int, ...]] = {
    "minimax": (
        61, 218, 232, 282, 63, 395, 26, 27, 31, 214, 130, 159, 366, 192, 234, 166, 55,
        291, 329, 29, 337, 78, 371, 233, 294, 404, 303, 367, 28, 295, 141, 135, 237, 88,
        310, 334, 197, 260, 33, 101,
    ),
    "alpha_beta": (
        400, 292, 27, 354, 220, 63, 10, 4983, 325, 371, 83, 61, 338, 315, 265, 360, 50,
        235, 402, 131, 116, 190, 95, 106, 373, 270, 326, 403, 31, 112, 267, 169, 363, 322,
        3, 165, 80, 361, 302, 339,
    ),
    "expectimax": (
        27, 230, 123, 242, 150, 348, 327, 400, 354, 211, 402, 99, 360, 369, 159, 4, 236,
        87, 147, 335, 109, 118, 21, 31, 184, 292, 332, 214, 395, 19, 336, 220, 363, 94,
        268, 388, 60, 121, 43, 164,
    ),
}
