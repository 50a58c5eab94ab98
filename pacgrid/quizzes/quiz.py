"""A quiz: some questions, on one tree or on several, and why an answer is right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pacgrid.common.markup import markup
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz_question import PartResult, QuizQuestion, kind_named, usual_kinds
from pacgrid.quizzes.quiz_tree import QuizError, quiz_tree
from pacgrid.quizzes.searched_tree import (
    PRUNING,
    AnyUtility,
    SearchedTree,
    asked_utility,
    unsearched,
)
from pacgrid.tree.search_tree import SearchTree, StepKind
from pacgrid.tree.tree_text import in_ascii, tree_text
from pacgrid.tree.whole_tree import whole_tree

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
        kinds: names in `quiz_question.KINDS`; by default, those that fit the tree.
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


def question_text(question: QuizQuestion, *, columns: int = 80, ascii_only: bool = False) -> str:
    """The tree of a question with its leaves, before any search."""
    tree = unsearched(question.tree)
    nodes = len(tree.nodes)
    return tree_text(tree, most_nodes=nodes, columns=columns, ascii_only=ascii_only)


def explanation(question: QuizQuestion, *, columns: int = 80, ascii_only: bool = False) -> str:
    """The searched tree of a question, and below it what happened in the search."""
    search = whole_tree(question.search)
    nodes = len(search.nodes)
    tree = tree_text(search, most_nodes=nodes, columns=columns, ascii_only=ascii_only)
    words = "\n".join(_steps(search))
    return f"{tree}\n\n{in_ascii(words) if ascii_only else words}"


def result_line(result: PartResult) -> str:
    """What became of an answer, in a line: `B: 3 is right`."""
    name, right = result.part.name, result.part.key.text
    if result.problem:
        return f"{result.problem}. The answer is {right}"
    if result.given is None:
        return f"{name}: {right}"
    if result.is_right:
        return f"{name}: {result.given.strip() or right} is right"
    given = result.given.strip() or "nothing"
    part = f" ({round(100 * result.credit)} % right)" if result.credit else ""
    return f"{name}: {right}, not {given}{part}"


def _steps(search: SearchTree) -> Iterator[str]:
    """The steps in which nodes get values or are cut, in the order of the search."""
    for node, steps in _by_node(search):
        name = getattr(search.nodes[node].state, "name", "") or "?"
        yield f"{name}: {'; '.join(steps)}"


def _by_node(search: SearchTree) -> Sequence[tuple[int, list[str]]]:
    """What the steps say of each inner node, by the number of the node's last step."""
    words: dict[int, list[str]] = {}
    for step in search.steps:
        if step.kind in (StepKind.BACK_UP, StepKind.CUT):
            words.setdefault(step.node, []).append(step.words)
    last = {node: search.steps_of[node][-1] for node in words}
    return [(node, words[node]) for node in sorted(words, key=last.__getitem__)]
