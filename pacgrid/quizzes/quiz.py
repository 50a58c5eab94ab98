"""A quiz: some questions, on one tree or on several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pacgrid.common.markup import markup
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.quizzes.quiz_kinds import kind_named, usual_kinds
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.quizzes.quiz_tree import quiz_tree
from pacgrid.quizzes.searched_tree import PRUNING, SearchedTree
from pacgrid.quizzes.utility import AnyUtility, asked_utility

_WITH_UTILITY = "certainty_equivalent"


@dataclass(frozen=True)
class Quiz:
    """Some questions. In a notebook it asks them in place."""

    title: str
    questions: tuple[QuizQuestion, ...]

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["title"])
        if not self.questions:
            raise QuizError(f"{self.title}: there is no question to ask")

    def _repr_html_(self) -> str | None:
        return markup(self)


def quiz(
    source: Any,
    kinds: Sequence[str] = (),
    *,
    plies: int | None = None,
    pruning: str = PRUNING,
    utility: AnyUtility | None = None,
    title: str = "",
) -> Quiz:
    """Questions on a tree.

    Args:
        source: the name of a tree or a game, as for `pacgrid tree`, such as `"book"`; a position;
            a tree; or a recorded search.
        kinds: names in `quiz_kinds.KINDS`; by default, those that fit the tree.
        plies: of a game: how many plies are in the tree, with evaluations below.
        pruning: how alpha-beta prunes where it matters: `book`, on equality, too; or `strict`.
        utility: what points are worth; a name as for `utility_named`, or a function.
        title: what the quiz is called.

    >>> from pacgrid import quiz
    >>> for question in quiz("book", ["values", "pruning"]).questions:
    ...     print({part.name: part.key.text for part in question.parts})
    {'A': '3', 'B': '3', 'C': '2', 'D': '2'}
    {'pruned': '4, 6'}

    Raises QuizError or GameError.
    """
    name = source if isinstance(source, str) else ""
    state = load_game(source) if isinstance(source, str) else source
    used = None if utility is None else asked_utility(utility)
    searched = SearchedTree(quiz_tree(state, plies), pruning, used)
    chosen = [kind_named(kind) for kind in kinds] or [*usual_kinds(searched)]
    if used and not any(kind.name == _WITH_UTILITY for kind in chosen):
        reason = kind_named(_WITH_UTILITY).why_not(searched) or f"{_WITH_UTILITY} isn't asked"
        raise QuizError(f"a utility has no use here: {reason}")
    questions = tuple(kind.question(searched) for kind in chosen)
    return Quiz(title or name or "A tree", questions)
