"""Questions on fresh trees of a stated difficulty: the same for the same seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.quizzes.answer_key import ChoiceKey, NumberKey
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_question import KINDS, QuizQuestion, kind_named
from pacgrid.quizzes.quiz_tree import QuizError, QuizTree, with_values
from pacgrid.quizzes.searched_tree import PRUNING, AnyUtility, SearchedTree, asked_utility, visited
from pacgrid.search import CHANCE
from pacgrid.utility import Utility, utility_named

MOST_QUESTIONS = 1000
"""A quiz has no more questions."""
PRUNED = ("pruning", "order", "bounds", "count")
"""The kinds that need trees in which something is pruned."""
WITH_CHANCE = ("expected", "certainty_equivalent")
"""The kinds that need trees with chance."""
_TRIES = 100_000
_TRIES_WITH_UTILITY = 1_000
"""Fewer tries suffice here: with a utility of one's own, there may be no clear question."""
_SQUARES = tuple(root * root for root in range(31))
_SIMPLE = 2
"""Up to this difficulty, all numbers of trees with chance have two decimals at most."""
ODDS: Sequence[Sequence[str]] = (
    ("1/2", "1/2"),
    ("1/4", "3/4"),
    ("2/5", "3/5"),
    ("1/4", "1/2", "1/4"),
    ("1/10", "1/2", "2/5"),
    ("1/2", "1/3", "1/6"),
)
"""The probabilities below a CHANCE node."""
TIED_VALUES = 5
"""The leaves of a tree with ties have no more different values."""


@dataclass(frozen=True)
class RandomTreeShape:
    """What a tree looks like."""

    layers: tuple[int, ...]
    """Who moves in each ply, from the root on, as in `to_move`."""
    branching: tuple[int, int]
    """How many children MAX and MIN have, at least and at most."""
    values: Sequence[int]
    """The values that leaves may have."""
    most_leaves: int


@dataclass(frozen=True)
class Difficulty:
    """Which trees are drawn."""

    meaning: str
    shapes: tuple[RandomTreeShape, ...]
    """The shapes of trees, of which one is drawn at random."""
    chance: RandomTreeShape
    """The shape of trees for questions about chance."""
    least_pruned: int
    """How many leaves are pruned at least where pruning is asked about."""
    both_bounds: bool = False
    """Whether alpha and beta both prune something."""


DIFFICULTIES: Mapping[int, Difficulty] = {
    1: Difficulty(
        "MAX over three MIN nodes; one CHANCE node",
        (RandomTreeShape((0, 1), (3, 3), range(21), 9),),
        RandomTreeShape((CHANCE,), (2, 2), range(-20, 41), 9),
        least_pruned=1,
    ),
    2: Difficulty(
        "three plies of two moves; MAX over CHANCE nodes",
        (RandomTreeShape((0, 1, 0), (2, 2), range(31), 8),),
        RandomTreeShape((0, CHANCE), (2, 3), range(-20, 41), 9),
        least_pruned=2,
    ),
    3: Difficulty(
        "three plies of two or three moves, with cuts by alpha and by beta; MAX, CHANCE and MIN",
        tuple(RandomTreeShape(each, (2, 3), range(-30, 31), 16) for each in ((0, 1, 0), (1, 0, 1))),
        RandomTreeShape((0, CHANCE, 1), (2, 2), range(-30, 31), 16),
        least_pruned=3,
        both_bounds=True,
    ),
    4: Difficulty(
        "four plies, with cuts by alpha and by beta; MAX, CHANCE, MIN and CHANCE",
        (
            RandomTreeShape((0, 1, 0, 1), (2, 3), range(-50, 51), 24),
            RandomTreeShape((1, 0, 1, 0), (2, 3), range(-50, 51), 24),
        ),
        RandomTreeShape((0, CHANCE, 1, CHANCE), (2, 2), range(-50, 51), 24),
        least_pruned=6,
        both_bounds=True,
    ),
}
"""The difficulties by number."""


def generate(
    kind: str = "pruning",
    *,
    difficulty: int = 2,
    seed: int = 0,
    count: int = 5,
    ties: bool = False,
    pruning: str = PRUNING,
    utility: AnyUtility | None = None,
) -> Quiz:
    """Questions of a kind on fresh trees. Question n is the same whatever the `count`.

    Args:
        kind: a name in `quiz_question.KINDS`.
        difficulty: a number in `DIFFICULTIES`.
        seed: another seed makes other trees.
        ties: draw trees with leaves of the same value, in which strict and book pruning visit
            different leaves. Without it, no two leaves of a tree are worth the same.
        pruning: how alpha-beta prunes where that matters; as in `SearchedTree`.
        utility: for certainty equivalents; by default √x.

    >>> [each.parts[0].key.text for each in generate(seed=7, count=2).questions]
    ['17, 0', '29, 16']

    Raises QuizError for an argument that can't be.
    """
    name = kind_named(kind).name
    if difficulty not in DIFFICULTIES:
        raise QuizError(f"the difficulty is 1 to {len(DIFFICULTIES)}, not {difficulty!r:.40}")
    if not 1 <= count <= MOST_QUESTIONS:
        raise QuizError(f"a quiz has 1 to {MOST_QUESTIONS:,} questions, not {count!r:.40}")
    if ties and name not in PRUNED:
        raise QuizError(f"ties are for {', '.join(PRUNED)}; {name} has none")
    if utility and name != "certainty_equivalent":
        raise QuizError(f"a utility is for certainty_equivalent, not for {name}")
    used = None if utility is None else asked_utility(utility)
    source = QuestionSource(name, difficulty, ties, pruning, used)
    questions = tuple(source.question(seed, number) for number in range(1, count + 1))
    words = KINDS[name].meaning
    title = f"{words[0].upper()}{words[1:]}: difficulty {difficulty}, seed {seed}"
    return Quiz(title, questions)


@dataclass(frozen=True)
class QuestionSource:
    """Where fresh questions of a kind come from; the fields are the arguments of `generate`."""

    kind: str
    difficulty: int
    ties: bool
    pruning: str
    utility: Utility | None

    def question(self, seed: int, number: int) -> QuizQuestion:
        """The question with that number, from 1."""
        words = (self.kind, self.difficulty, seed, number, *(("ties",) if self.ties else ()))
        rng = Random(" ".join(map(str, words)))
        for _ in range(_TRIES_WITH_UTILITY if self.utility else _TRIES):
            tree = QuizTree(random_tree(rng, self._shape(rng), ties=self.ties))
            if self.kind in PRUNED and not self._may_prune(tree):
                continue
            used = None
            if self.kind == "certainty_equivalent":
                used = self.utility or utility_named("sqrt")
            searched = SearchedTree(tree, self.pruning, used)
            if self.kind in PRUNED and not self._prunes(searched):
                continue
            try:
                question = KINDS[self.kind].question(searched)
            except QuizError:  # a utility may have no value somewhere in this tree
                continue
            if self._is_clear(question):
                return question
        used_for = f" with {self.utility.formula}" if self.utility else ""
        raise QuizError(
            f"no clear question found for {self.kind}{used_for}; choose another"
            f" {'utility' if self.utility else 'difficulty'}"
        )

    @property
    def _level(self) -> Difficulty:
        return DIFFICULTIES[self.difficulty]

    def _shape(self, rng: Random) -> RandomTreeShape:
        if self.kind not in WITH_CHANCE:
            return rng.choice(self._level.shapes)
        shape = self._level.chance
        if self.kind == "expected":
            return shape
        values = range(101) if self.utility else _SQUARES
        return RandomTreeShape(shape.layers, shape.branching, values, shape.most_leaves)

    def _may_prune(self, tree: QuizTree) -> bool:
        """Whether enough may be pruned; quick to find out."""
        missed = len(tree.nodes) - 1 - visited(tree, self.pruning)
        return missed >= self._level.least_pruned

    def _prunes(self, searched: SearchedTree) -> bool:
        search = searched.alpha_beta
        missed = len(searched.tree.leaves) - len(searched.leaves_of(search))
        bounds = {node.cut.bound for node in search.nodes if node.cut}
        is_enough = missed >= self._level.least_pruned
        has_both = len(bounds) == 2 or not self._level.both_bounds
        return is_enough and has_both and searched.pruning_matters == self.ties

    def _is_clear(self, question: QuizQuestion) -> bool:
        """Whether one move is best, and whether numbers are as simple as they should be."""
        keys = [part.key for part in question.parts]
        is_rounded = any(isinstance(key, NumberKey) and key.tolerance for key in keys)
        may_be_rounded = self.difficulty > _SIMPLE or self.utility is not None
        has_one_best = all(len(key.right) == 1 for key in keys if isinstance(key, ChoiceKey))
        return has_one_best and (may_be_rounded or not is_rounded)


def random_tree(rng: Random, shape: RandomTreeShape, *, ties: bool = False) -> TreeNode:
    """A tree of that shape. No two of its leaves are worth the same, unless there are `ties`."""
    bare = _bare(rng, shape, 0)
    while (leaves := _count(bare)) > shape.most_leaves:
        bare = _bare(rng, shape, 0)
    if ties:
        values = rng.choices(rng.sample(shape.values, TIED_VALUES), k=leaves)
    else:
        values = rng.sample(shape.values, leaves)
    from_left = iter(values)
    return with_values(bare, lambda _: next(from_left))


def _bare(rng: Random, shape: RandomTreeShape, ply: int) -> TreeNode:
    """A tree whose leaves have no values yet."""
    if ply == len(shape.layers):
        return TreeNode()
    mover = shape.layers[ply]
    odds: Sequence[Fraction | None] = [None] * rng.randint(*shape.branching)
    if mover == CHANCE:
        odds = [Fraction(each) for each in rng.choice(ODDS)]
    branches = (
        Branch(str(number), _bare(rng, shape, ply + 1), probability)
        for number, probability in enumerate(odds, start=1)
    )
    return TreeNode(mover, branches=tuple(branches))


def _count(node: TreeNode) -> int:
    """How many leaves there are."""
    return sum(_count(branch.child) for branch in node.branches) or 1
