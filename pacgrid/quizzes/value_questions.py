"""Questions about values: of nodes, of chance nodes, of moves; with utilities, too."""

from collections.abc import Sequence
from fractions import Fraction

from pacgrid.quizzes.key import ChoiceKey, NumberKey
from pacgrid.quizzes.number import number_of
from pacgrid.quizzes.quiz_question import QuizPart, QuizQuestion
from pacgrid.quizzes.quiz_tree import QuizNode
from pacgrid.quizzes.searched_tree import SearchedTree
from pacgrid.quizzes.utility import sure_points
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree

ROUNDED = Fraction(1, 200)
"""What is rounded to two decimals may be so far off."""
_ROUND = " Round to two decimals."
_CLOSE = 1e-9


def values(searched: SearchedTree) -> QuizQuestion:
    prompt = "Which value does each node get, if everybody plays their best?"
    return _of_numbers(searched, "values", prompt, searched.tree.inner)


def expected(searched: SearchedTree) -> QuizQuestion:
    nodes = [node for node in searched.tree.inner if node.layer is Layer.CHANCE]
    prompt = "What is the expected value of each CHANCE node, if everybody else plays their best?"
    return _of_numbers(searched, "expected", prompt, nodes)


def move(searched: SearchedTree) -> QuizQuestion:
    root, search = searched.tree.inner[0], searched.minimax
    prompt = f"Which move does {root.layer.value} make at {root.label}?"
    return QuizQuestion("move", prompt, searched.tree, (_move_part(searched, search),), search)


def certainty_equivalent(searched: SearchedTree) -> QuizQuestion:
    utility = searched.utility
    assert utility is not None
    search = searched.in_utilities
    found = searched.found(search)
    points = [leaf.tree.value or 0 for leaf in searched.tree.leaves]
    parts: list[QuizPart] = []
    for node in searched.tree.inner:
        if node.layer is not Layer.CHANCE:
            continue
        value, label = found[node.label].value or 0, node.label
        sure = sure_points(utility, value, min(points), max(points))
        asked = {
            "utility": ("expected utility", value),
            "equivalent": ("certainty equivalent", sure),
        }
        parts += (
            QuizPart(f"{name} of {label}", f"The {words} of {label}", _value_key(number), label)
            for name, (words, number) in asked.items()
        )
    prompt = (
        f"With the utility {utility.formula}, what is the expected utility of each CHANCE node, and"
        " its certainty equivalent: the sure points that are worth as much?"
    )
    prompt += _ROUND * _is_rounded(parts)
    if not no_choice(searched):
        parts.append(_move_part(searched, search))
    return QuizQuestion("certainty_equivalent", prompt, searched.tree, tuple(parts), search)


def no_chance(searched: SearchedTree) -> str:
    return "" if searched.tree.has_chance else "the tree has no CHANCE node"


def no_utility(searched: SearchedTree) -> str:
    if searched.utility is None:
        return "name a utility function, such as sqrt"
    return no_chance(searched)


def no_choice(searched: SearchedTree) -> str:
    root = searched.tree.inner[0]
    if root.layer is Layer.CHANCE:
        return "nobody chooses at the root of the tree"
    return "" if len(root.tree.branches) > 1 else "there is only one move"


def _of_numbers(
    searched: SearchedTree, kind: str, prompt: str, nodes: Sequence[QuizNode]
) -> QuizQuestion:
    found = searched.found(searched.minimax)
    parts = [
        QuizPart(label, f"The value of {label}", _value_key(found[label].value or 0), label)
        for label in (node.label for node in nodes)
    ]
    prompt += _ROUND * _is_rounded(parts)
    return QuizQuestion(kind, prompt, searched.tree, tuple(parts), searched.minimax)


def _value_key(value: float) -> NumberKey:
    """The key of a value: exact, or to two decimals if it has more."""
    exact = number_of(value)
    is_exact = isinstance(exact, float) or (exact * 100).denominator == 1
    return NumberKey(exact, Fraction(0) if is_exact else ROUNDED)


def _is_rounded(parts: Sequence[QuizPart]) -> bool:
    return any(isinstance(part.key, NumberKey) and part.key.tolerance for part in parts)


def _move_part(searched: SearchedTree, search: SearchTree) -> QuizPart:
    """Which move is best by a search; each of several that are as good is right."""
    root = searched.tree.inner[0]
    children = [search.nodes[number] for number in search.children_in_order(0)]
    names = {node.number: _move_name(searched, node) for node in children}
    best = search.root.value or 0
    right = frozenset(
        names[node.number] for node in children if abs((node.value or 0) - best) < _CLOSE
    )
    key = ChoiceKey(tuple(names.values()), right)
    return QuizPart("move", f"The move at {root.label}", key, root.label)


def _move_name(searched: SearchedTree, node: SearchNode) -> str:
    """A move by its name; if it has only a number, by where it leads."""
    action = str(node.action)
    return f"to {searched.tree.of(node).label}" if action.isdigit() else action
