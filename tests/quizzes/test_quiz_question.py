"""The keys of generated questions are those of a recursion from the definitions."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, sqrt

import pytest

from helpers.plain_quiz import Walk, exact_value, inner, leaves, minimal_leaves, name
from pacgrid.quizzes.answer_key import number_label
from pacgrid.quizzes.quiz_question import KINDS, QuizQuestion
from pacgrid.quizzes.random_quiz import DIFFICULTIES, PRUNED, QuestionSource

CASES = [(kind, difficulty) for kind in KINDS for difficulty in DIFFICULTIES]


def wrong_parts(question: QuizQuestion, *, strict: bool = False) -> list[str]:
    """The parts to which the answers of the recursion are wrong."""
    answers = ANSWERS[question.kind](question, strict)
    results = question.check(answers)
    return [result.part.name for result in results if not result.is_right]


def walked(question: QuizQuestion, strict: bool) -> Walk:
    walk = Walk(strict)
    walk.value(question.tree.root)
    return walk


def values(question: QuizQuestion, _: bool) -> dict[str, str]:
    nodes = inner(question.tree.root)
    return {part.name: written(exact_value(nodes[part.node])) for part in question.parts}


def move(question: QuizQuestion, _: bool) -> dict[str, str]:
    return {"move": best_child(question, Fraction)}


def best_child(question: QuizQuestion, of_leaf: Callable[[float], object]) -> str:
    root = question.tree.root
    found = [exact_value(branch.child, of_leaf) for branch in root.branches]
    best = max(found) if root.to_move == 0 else min(found)
    assert found.count(best) == 1
    child = root.branches[found.index(best)].child
    return f"to {child.name if child.branches else name(child)}"


def pruned(question: QuizQuestion, strict: bool) -> dict[str, str]:
    seen = walked(question, strict).leaves
    missing = [name(leaf) for leaf in leaves(question.tree.root) if name(leaf) not in seen]
    return {"pruned": " ".join(missing)}


def order(question: QuizQuestion, strict: bool) -> dict[str, str]:
    return {"visited": ", ".join(walked(question, strict).leaves)}


def bounds(question: QuizQuestion, strict: bool) -> dict[str, str]:
    found = walked(question, strict).bounds
    return {
        f"{word} at {node}": written(found[node][word == "beta"])
        for node in {part.node for part in question.parts}
        for word in ("alpha", "beta")
    }


def count(question: QuizQuestion, strict: bool) -> dict[str, str]:
    walk, shape = walked(question, strict), question.tree.shape
    found = {"leaves": len(walk.leaves), "nodes": walk.nodes}
    if shape:
        found |= {"best": minimal_leaves(*shape), "worst": shape[0] ** shape[1]}
    return {word: str(number) for word, number in found.items()}


def equivalents(question: QuizQuestion, _: bool) -> dict[str, str]:
    nodes, answers = inner(question.tree.root), {}
    for part in question.parts:
        if part.name == "move":
            answers["move"] = best_child(question, sqrt)
        else:
            utility = float(exact_value(nodes[part.node], sqrt))
            found = utility if part.name.startswith("utility") else utility**2
            answers[part.name] = f"{found:.2f}"
    return answers


def written(value: Fraction | float) -> str:
    if value in (inf, -inf):
        return "∞" if value > 0 else "-inf"
    return number_label(Fraction(value)) if Fraction(value).denominator < 1000 else f"{value:.3f}"


ANSWERS: Mapping[str, Callable[[QuizQuestion, bool], dict[str, str]]] = {
    "values": values,
    "expected": values,
    "move": move,
    "pruning": pruned,
    "order": order,
    "bounds": bounds,
    "count": count,
    "certainty_equivalent": equivalents,
}


@pytest.mark.parametrize(("kind", "difficulty"), CASES)
def test_keys_are_right(kind: str, difficulty: int) -> None:
    source = QuestionSource(kind, difficulty, ties=False, pruning="book", utility=None)
    for number in range(1, 4):
        question = source.question(1, number)
        assert wrong_parts(question) == []
        if kind in PRUNED:  # without ties the rule doesn't matter
            assert wrong_parts(question, strict=True) == []


@pytest.mark.parametrize("kind", PRUNED)
@pytest.mark.parametrize("pruning", ["book", "strict"])
def test_with_ties_the_rule_is_named_and_its_key_is_right(kind: str, pruning: str) -> None:
    source = QuestionSource(kind, 2, ties=True, pruning=pruning, utility=None)
    both = {"pruning": 0, "order": 0, "bounds": 0, "count": 0}
    for number in range(1, 8):
        question = source.question(1, number)
        assert "equality" in question.prompt
        assert wrong_parts(question, strict=pruning == "strict") == []
        both[kind] += bool(wrong_parts(question, strict=pruning != "strict"))
    assert both[kind] or kind == "bounds"


TRIED = {1: 550, 2: 400, 3: 200, 4: 100}
"""By difficulty: how many questions of each kind. The large ones take ten times as long."""


def test_10_000_keys_are_tried() -> None:
    assert sum(TRIED[difficulty] for _, difficulty in CASES) >= 10_000


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "difficulty"), CASES)
def test_of_10_000_keys_none_is_wrong(kind: str, difficulty: int) -> None:
    source = QuestionSource(kind, difficulty, ties=False, pruning="book", utility=None)
    for number in range(1, TRIED[difficulty] + 1):
        assert wrong_parts(source.question(2, number)) == [], number
