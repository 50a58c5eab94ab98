"""Questions on fresh trees of a stated difficulty: the same for the same seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.quizzes.quiz import KINDS, ChoiceKey, NumberKey, Quiz, QuizQuestion, kind_named
from pacgrid.quizzes.quiz_tree import PRUNING, QuizError, QuizTree, SearchedTree, with_values
from pacgrid.search import CHANCE

MOST_QUESTIONS = 1000
PRUNED = ("pruning", "order", "bounds", "count")
"""The kinds that need trees in which something is pruned."""
_TRIES = 100_000
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


@dataclass(frozen=True)
class RandomTreeShape:
    layers: tuple[int, ...]
    """Who moves in each ply, from the root on, as in `to_move`."""
    branching: tuple[int, int]
    """How many children MAX and MIN have, at least and at most."""
    values: Sequence[int]
    most_leaves: int


@dataclass(frozen=True)
class Difficulty:
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


def generate(
    kind: str = "pruning",
    *,
    difficulty: int = 2,
    seed: int = 0,
    count: int = 5,
    pruning: str = PRUNING,
) -> Quiz:
    """Questions of a kind on fresh trees. Question n is the same whatever the `count`.

    Args:
        kind: a name in `quiz.KINDS`.
        difficulty: a number in `DIFFICULTIES`.
        seed: another seed makes other trees.
        pruning: how alpha-beta prunes where that matters; as in `SearchedTree`.

    >>> [each.parts[0].key.text for each in generate(seed=7, count=2).questions]
    ['17, 0', '29, 16']

    Raises QuizError for an argument that can't be.
    """
    name = kind_named(kind).name
    if difficulty not in DIFFICULTIES:
        raise QuizError(f"the difficulty is 1 to {len(DIFFICULTIES)}, not {difficulty!r:.40}")
    if not 1 <= count <= MOST_QUESTIONS:
        raise QuizError(f"a quiz has 1 to {MOST_QUESTIONS:,} questions, not {count!r:.40}")
    source = QuestionSource(name, difficulty, pruning)
    questions = tuple(source.question(seed, number) for number in range(1, count + 1))
    words = KINDS[name].meaning
    title = f"{words[0].upper()}{words[1:]}: difficulty {difficulty}, seed {seed}"
    return Quiz(title, questions)


@dataclass(frozen=True)
class QuestionSource:
    """Where fresh questions of a kind come from; the fields are the arguments of `generate`."""

    kind: str
    difficulty: int
    pruning: str

    def question(self, seed: int, number: int) -> QuizQuestion:
        """The question with that number, from 1."""
        words = (self.kind, self.difficulty, seed, number)
        rng = Random(" ".join(map(str, words)))
        for _ in range(_TRIES):
            searched = SearchedTree(QuizTree(random_tree(rng, self._shape(rng))), self.pruning)
            if self.kind in PRUNED and not self._prunes(searched):
                continue
            question = KINDS[self.kind].question(searched)
            if self._is_clear(question):
                return question
        raise QuizError(f"no clear question found for {self.kind}; choose another difficulty")

    @property
    def _level(self) -> Difficulty:
        return DIFFICULTIES[self.difficulty]

    def _shape(self, rng: Random) -> RandomTreeShape:
        if self.kind == "expected":
            return self._level.chance
        return rng.choice(self._level.shapes)

    def _prunes(self, searched: SearchedTree) -> bool:
        search = searched.alpha_beta
        missed = len(searched.tree.leaves) - len(searched.leaves_of(search))
        bounds = {node.cut.bound for node in search.nodes if node.cut}
        is_enough = missed >= self._level.least_pruned
        has_both = len(bounds) == 2 or not self._level.both_bounds
        return is_enough and has_both and not searched.pruning_matters

    def _is_clear(self, question: QuizQuestion) -> bool:
        """Whether one move is best, and whether numbers are as simple as they should be."""
        keys = [part.key for part in question.parts]
        is_rounded = any(isinstance(key, NumberKey) and key.tolerance for key in keys)
        may_be_rounded = self.difficulty > _SIMPLE
        has_one_best = all(len(key.right) == 1 for key in keys if isinstance(key, ChoiceKey))
        return has_one_best and (may_be_rounded or not is_rounded)


def random_tree(rng: Random, shape: RandomTreeShape) -> TreeNode:
    """A tree of that shape. No two of its leaves are worth the same."""
    bare = _bare(rng, shape, 0)
    while (leaves := _count(bare)) > shape.most_leaves:
        bare = _bare(rng, shape, 0)
    from_left = iter(rng.sample(shape.values, leaves))
    return with_values(bare, lambda _: next(from_left))


def _bare(rng: Random, shape: RandomTreeShape, ply: int) -> TreeNode:
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
    return sum(_count(branch.child) for branch in node.branches) or 1
