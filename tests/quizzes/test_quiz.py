"""Questions on trees that are named."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, prod
from typing import Any

import pytest

from pacgrid import quiz
from pacgrid.games.drawn_tree import DrawnTree, TreeNode
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz import (
    KINDS,
    ChoiceKey,
    Key,
    LeavesKey,
    NumberKey,
    Quiz,
    QuizQuestion,
    question_text,
)
from pacgrid.quizzes.quiz_tree import QuizError, QuizTree
from pacgrid.quizzes.random_quiz import DIFFICULTIES, PRUNED, QuestionSource

Bounds = tuple[float, float]


@dataclass
class Walk:
    """What an alpha-beta search of a tree does."""

    strict: bool
    leaves: list[str] = field(default_factory=list)
    """The names of the leaves it visits, in order."""
    nodes: int = 0
    bounds: dict[str, Bounds] = field(default_factory=dict)
    """By name of an inner node: alpha and beta when it is entered."""

    def value(self, node: TreeNode, alpha: float = -inf, beta: float = inf) -> float:
        self.nodes += 1
        if not node.branches:
            self.leaves.append(name(node))
            return node.value or 0
        self.bounds[node.name] = (alpha, beta)
        sign = 1 if node.to_move == 0 else -1
        limit = beta if sign == 1 else alpha
        best = -inf * sign
        for branch in node.branches:
            best = sign * max(sign * best, sign * self.value(branch.child, alpha, beta))
            beyond = sign * (best - limit) if abs(limit) < inf else -inf
            if beyond > 0 or (beyond == 0 and not self.strict):
                break
            alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))
        return best


def name(leaf: TreeNode) -> str:
    """What a leaf is called."""
    return leaf.name or f"{leaf.value or 0:g}".replace("-", "−")


def leaves(node: TreeNode) -> list[TreeNode]:
    return [leaf for b in node.branches for leaf in leaves(b.child)] if node.branches else [node]


def exact_value(node: TreeNode) -> Any:
    """The value for best play, with chance."""
    if not node.branches:
        return Fraction(node.value or 0)
    values = [exact_value(branch.child) for branch in node.branches]
    if node.to_move == -1:
        odds = [branch.probability for branch in node.branches]
        return sum(p * value for p, value in zip(odds, values, strict=True))
    return max(values) if node.to_move == 0 else min(values)


def inner(node: TreeNode) -> dict[str, TreeNode]:
    """The inner nodes by name."""
    found = {node.name: node} if node.branches else {}
    for branch in node.branches:
        found |= inner(branch.child)
    return found


def minimal_leaves(branching: int, depth: int) -> int:
    """How many leaves any search must visit. Knuth and Moore, 1975."""
    return int(prod([branching] * -(-depth // 2)) + prod([branching] * (depth // 2)) - 1)


TIE = "MAX\n  MIN: 3 12\n  MIN: 3 5\n  MIN: 2 4"
KEYS = {
    ("book", "values"): {"A": "3", "B": "3", "C": "2", "D": "2"},
    ("book", "move"): {"move": "a1"},
    ("book", "pruning"): {"pruned": "4, 6"},
    ("book", "order"): {"visited": "3, 12, 8, a, 14, 5, b"},
    ("book", "count"): {"leaves": "7", "nodes": "11", "best": "5", "worst": "9"},
    ("gamble", "expected"): {"B": "−1.1"},
    ("gamble", "move"): {"move": "safe"},
    ("chance", "expected"): {"A": "10"},
    ("monotonic", "pruning"): {"pruned": "none"},
    ("two_mins", "values"): {
        "A": "6", "B": "6", "C": "2", "D": "8", "E": "6", "F": "4", "G": "2",
    },
    ("uniform:branching=2,depth=4", "count"): {
        "leaves": "7", "nodes": "18", "best": "7", "worst": "16",
    },
}  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), KEYS)
def test_the_keys_of_the_lectures_trees(name: str, kind: str) -> None:
    (question,) = quiz(name, [kind]).questions
    assert {part.name: part.key.text for part in question.parts} == KEYS[name, kind]


@pytest.mark.parametrize(("pruning", "pruned"), [("book", "5, 4"), ("strict", "4")])
def test_where_equality_matters_the_question_says_so(pruning: str, pruned: str) -> None:
    (question,) = quiz(DrawnTree.parse(TIE), ["pruning"], pruning=pruning).questions
    assert "equality" in question.prompt
    assert question.parts[0].key.text == pruned
    assert "equality" not in quiz("book", ["pruning"], pruning=pruning).questions[0].prompt


def test_all_kinds_that_fit_are_asked_and_of_several_best_moves_each_is_right() -> None:
    for name, kinds in (
        ("book", ["values", "move", "pruning", "order", "bounds", "count"]),
        ("gamble", ["expected", "move"]),
        ("chance", ["expected"]),
    ):
        assert [question.kind for question in quiz(name).questions] == kinds
    (question,) = quiz(load_game("hexapawn"), ["move"], plies=2).questions
    (part,) = question.parts
    assert isinstance(part.key, ChoiceKey)
    assert part.key.right == {*part.key.options}


def test_quiz_trees_are_taken_as_they_are_and_shown_without_the_search() -> None:
    (question,) = quiz("book", ["pruning"]).questions
    assert "cut" not in question_text(question)
    assert [node.cut is not None for node in question.search.nodes].count(True) == 1
    assert isinstance(question.tree, QuizTree)
    assert quiz(question.tree).questions[0].tree is question.tree


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("book", {"kinds": ["prunning"]}, "no kind of question 'prunning'; choose values, "),
        ("chance", {"kinds": ["pruning"]}, "pruning can't be asked: alpha-beta doesn't prune"),
        ("book", {"kinds": ["expected"]}, "expected can't be asked: the tree has no CHANCE node"),
        ("chance", {"kinds": ["move"]}, "move can't be asked: nobody chooses at the root"),
        ("book", {"pruning": "loose"}, "pruning must be strict or book, not 'loose'"),
        ("tictactoe", {}, "ask about fewer plies"),
        ("", {}, "there is no question to ask"),
    ],
)
def test_what_cant_be_asked_is_refused(name: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(QuizError, match=problem):
        quiz(name, **options) if name else Quiz("empty", ())


def is_right(key: Key, answer: Any) -> bool:
    match key:
        case NumberKey():
            return answer == key.value or abs(answer - key.value) <= key.tolerance
        case LeavesKey():
            return list(key.right) == answer if key.in_order else {*key.right} == {*answer}
        case ChoiceKey():
            return key.right == {answer}


CASES = [(kind, difficulty) for kind in KINDS for difficulty in DIFFICULTIES]


def answers(question: QuizQuestion, strict: bool) -> dict[str, Any]:
    """By part: the answer of the recursion."""
    root, walk = question.tree.root, Walk(strict)
    match question.kind:
        case "values" | "expected":
            nodes = inner(root)
            return {part.name: exact_value(nodes[part.node]) for part in question.parts}
        case "move":
            found = [exact_value(branch.child) for branch in root.branches]
            best = max(found) if root.to_move == 0 else min(found)
            assert found.count(best) == 1
            child = root.branches[found.index(best)].child
            return {"move": f"to {child.name if child.branches else name(child)}"}
    walk.value(root)
    match question.kind:
        case "pruning":
            unseen = [name(each) for each in leaves(root) if name(each) not in walk.leaves]
            return {"pruned": unseen}
        case "order":
            return {"visited": walk.leaves}
        case "bounds":
            return {
                f"{word} at {node}": walk.bounds[node][word == "beta"]
                for node in {part.node for part in question.parts}
                for word in ("alpha", "beta")
            }
    shape, counted = question.tree.shape, {"leaves": len(walk.leaves), "nodes": walk.nodes}
    if shape:
        counted |= {"best": minimal_leaves(*shape), "worst": shape[0] ** shape[1]}
    return counted


def wrong_parts(question: QuizQuestion, *, strict: bool = False) -> list[str]:
    """The parts whose keys differ from the answers of the recursion."""
    right = answers(question, strict)
    return [part.name for part in question.parts if not is_right(part.key, right[part.name])]


TRIED = {1: 80, 2: 60, 3: 30, 4: 15}
"""By difficulty: how many questions of each kind. The large ones take ten times as long."""


@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("kind", "difficulty"), CASES)
def test_keys_are_right(kind: str, difficulty: int, many: bool) -> None:
    source = QuestionSource(kind, difficulty, pruning="book")
    for number in range(1, 1 + (TRIED[difficulty] if many else 3)):
        question = source.question(1 + many, number)
        assert wrong_parts(question) == [], number
        if kind in PRUNED:  # without ties the rule doesn't matter
            assert wrong_parts(question, strict=True) == [], number


@pytest.mark.parametrize("kind", PRUNED)
@pytest.mark.parametrize("pruning", ["book", "strict"])
def test_with_ties_the_rule_is_named_and_its_key_is_right(kind: str, pruning: str) -> None:
    (question,) = quiz(DrawnTree.parse(TIE), [kind], pruning=pruning).questions
    assert "equality" in question.prompt
    assert wrong_parts(question, strict=pruning == "strict") == []
    assert wrong_parts(question, strict=pruning != "strict") or kind == "bounds"
