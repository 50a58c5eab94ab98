"""Fresh questions: the same for the same seed, as hard as was asked for, and without doubt."""

import pytest

from pacgrid.quizzes.quiz import LeavesKey
from pacgrid.quizzes.quiz_tree import QuizError
from pacgrid.quizzes.random_quiz import DIFFICULTIES, generate


def texts(**options: object) -> list[str]:
    return [str(question.tree.root) for question in generate(**options).questions]  # type: ignore[arg-type]


def test_the_same_seed_makes_the_same_questions_whatever_their_number_and_the_machine() -> None:
    assert texts(seed=7, count=3) == texts(seed=7, count=5)[:3]
    assert texts(seed=7) != texts(seed=8)
    assert len(set(texts(seed=7, count=20))) == 20
    assert texts(seed=7, difficulty=1, count=1) == [
        "MAX A\n  MIN B: 3 6 8\n  MIN C: 1 18 15\n  MIN D: 19 20 9"
    ]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_something_is_pruned_and_no_two_leaves_are_alike(difficulty: int) -> None:
    level = DIFFICULTIES[difficulty]
    for question in generate(difficulty=difficulty, count=5).questions:
        key = question.parts[0].key
        assert isinstance(key, LeavesKey)
        assert level.least_pruned <= len(key.right) < len(question.tree.leaves)
        assert len({leaf.tree.value for leaf in question.tree.leaves}) == len(question.tree.leaves)
        assert "equality" not in question.prompt
        bounds = {node.cut.bound for node in question.search.nodes if node.cut}
        assert not level.both_bounds or bounds == {"alpha", "beta"}


def test_harder_trees_are_larger() -> None:
    sizes = [
        sum(len(q.tree.nodes) for q in generate(difficulty=each, count=5).questions)
        for each in DIFFICULTIES
    ]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"kind": "prune"}, "no kind of question 'prune'"),
        ({"difficulty": 5}, "the difficulty is 1 to 4, not 5"),
        ({"count": 0}, "a quiz has 1 to 1,000 questions, not 0"),
    ],
)
def test_what_cant_be_is_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(QuizError, match=problem):
        generate(**options)  # type: ignore[arg-type]
