"""Why an answer is right: the search that the key is taken from, in words."""

from collections.abc import Iterator, Sequence

from pacgrid.quizzes.quiz_question import PartResult, QuizQuestion
from pacgrid.quizzes.unsearched import unsearched
from pacgrid.tree.search_tree import SearchTree, StepKind
from pacgrid.tree.tree_text import in_ascii, tree_text
from pacgrid.tree.whole_tree import whole_tree


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
    part = f" ({round(100 * result.share)} % right)" if result.share else ""
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
