"""The kinds of questions: each makes a question of a tree, with the key that a search gives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pacgrid.quizzes import pruning_questions, value_questions
from pacgrid.quizzes.pruning_questions import no_bounds, no_pruning
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.quizzes.searched_tree import SearchedTree
from pacgrid.quizzes.value_questions import no_chance, no_choice, no_utility


@dataclass(frozen=True)
class QuizKind:
    """A kind of questions."""

    name: str
    meaning: str
    """What it asks, in a few words."""
    ask: Callable[[SearchedTree], QuizQuestion]
    why_not: Callable[[SearchedTree], str]
    """Why it can't be asked of a tree; empty if it can."""
    with_chance: bool = True
    """Whether it is asked of trees with chance, unless it is chosen by name."""

    def question(self, searched: SearchedTree) -> QuizQuestion:
        """The question on a tree. Raises QuizError if it can't be asked."""
        if reason := self.why_not(searched):
            raise QuizError(f"{self.name} can't be asked: {reason}")
        return self.ask(searched)


def _always(_: SearchedTree) -> str:
    return ""


_KINDS = (
    QuizKind(
        "values", "which value each node gets", value_questions.values, _always, with_chance=False
    ),
    QuizKind(
        "expected", "the expected value of each CHANCE node", value_questions.expected, no_chance
    ),
    QuizKind("move", "which move is best", value_questions.move, no_choice),
    QuizKind("pruning", "which leaves are pruned", pruning_questions.pruning, no_pruning),
    QuizKind("order", "which leaves are visited, in order", pruning_questions.order, no_pruning),
    QuizKind("bounds", "alpha and beta at nodes", pruning_questions.bounds, no_bounds),
    QuizKind("count", "how many leaves and nodes are visited", pruning_questions.count, no_pruning),
    QuizKind(
        "certainty_equivalent",
        "expected utilities and certainty equivalents",
        value_questions.certainty_equivalent,
        no_utility,
    ),
)
KINDS: Mapping[str, QuizKind] = {kind.name: kind for kind in _KINDS}
"""By name, in the order in which they are asked."""


def kind_named(name: str) -> QuizKind:
    """Raises QuizError."""
    try:
        return KINDS[name.replace("-", "_")]
    except KeyError:
        raise QuizError(f"no kind of question {name!r:.40}; choose {', '.join(KINDS)}") from None


def usual_kinds(searched: SearchedTree) -> Iterator[QuizKind]:
    """What is asked of a tree if nobody chooses."""
    for kind in KINDS.values():
        if not kind.why_not(searched) and (kind.with_chance or not searched.tree.has_chance):
            yield kind
