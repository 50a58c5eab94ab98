"""Exercises: what they ask, and what answers to them earn."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from helpers.exercises import OWN, REFLEX, SHARED, answered, assignment, exercise
from pacgrid.autograder.authoring.answers_text import right_answer
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.kinds.exercise.exercise import Exercise
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.reports.feedback import as_markdown, as_page, as_text
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.index_page import index_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.submissions.submission import Submission

PAGE = Path("docs/assignments.md").read_text("utf-8")
BOOK = {"A": "3", "B": "3", "C": "2", "D": "2"}
EXAMPLE = '[question_1]\nA = "3"\nB = 3\nC = "five"\nD = "14"\n'


def outcome(text: str, **keys: object) -> Outcome:
    """What answers to an exercise on the lectures' tree come to."""
    test = exercise(trees=["book"], **keys)
    return test.checked(Submission("ada", (("e.toml", text.encode()),)), "e.toml")


def grades(*submissions: Submission, jobs: int = 1, asked: Any = None) -> list[Grade]:
    grader = Grader(asked or assignment(), level=Level.PROCESS, jobs=jobs)
    return grader.grade(submissions)


def test_the_documented_exercises_are_an_assignment() -> None:
    example = PAGE.partition("\n### Exercises\n")[2].partition("```toml\n")[2].partition("```")[0]
    asked = assignment(example)
    assert [question.points for question in asked.questions] == [4, 1]
    keys = re.findall(r"^\| `(\w+)` \|", PAGE.partition("\n### Exercises\n")[2], re.MULTILINE)
    common = {"kind", "title", "visibility", "move"}
    assert {*keys[: len(Exercise.model_fields) - len(common)]} == {*Exercise.model_fields} - common


def test_each_part_has_its_points_and_says_what_is_right() -> None:
    found = outcome(EXAMPLE, points=4)
    assert (found.points, found.possible) == (2, 4)
    assert found.result == "right in 2 of 4, 1 can't be read"
    assert [(aim.what, aim.points, aim.reached) for aim in found.aims] == [
        ("1. A: 3 is right", 1, True),
        ("1. B: 3 is right", 1, True),
        ("1. C: the answer is 2; yours can't be read", 1, False),
        ("1. D: 2, not 14", 1, False),
    ]
    assert found.failure
    assert found.failure.message == (
        "e.toml:4: C: 'five' is not a number; write it as −3, 3/4, 0.75 or inf"
    )
    assert found.advice.startswith("question 1, not fully right: C, D\nA ▲ MAX = 3 ★\n")
    assert max(map(len, found.advice.splitlines())) <= 76


@pytest.mark.parametrize(
    ("points", "earned"),
    [(5, 4), ({"pruning": 1, "values": 4}, 4), ({"pruning": 3, "values": 2}, 2)],
)
def test_points_are_shared_by_all_parts_or_by_those_of_a_kind(
    points: object, earned: float
) -> None:
    test = exercise(trees=["book"], ask=["pruning", "values"], points=points)
    lines = ["[question_2]", *(f'{part} = "{value}"' for part, value in BOOK.items())]
    text = "\n".join(lines).encode()
    assert test.checked(Submission("ada", (("e.toml", text),)), "e.toml").points == earned
    assert test.possible == 5


def test_a_part_of_the_leaves_earns_a_part_of_the_points() -> None:
    found = outcome('[question_1]\npruned = "4"', ask=["pruning"], points=3)
    assert (found.points, found.aims[0].what) == (1.5, "1. pruned: 4, 6, not 4 (50 % right)")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("E = '3'", "e.toml:3: E isn't asked for; the parts are A, B, C, D"),
        ("[question_7]\nA = '3'", "e.toml:4: A is below [question_7]; the headings are question_1"),
        ("B = three", 'e.toml:3: write B = "three", in straight quotes'),
    ],
)
def test_what_isnt_asked_or_cant_be_read_is_named_with_its_place(line: str, message: str) -> None:
    found = outcome(f"[question_1]\nA = '3'\n{line}\n")
    assert found.points == 0.25
    assert [each.failure.message for each in found.failures] == [message]


def test_an_answer_above_all_headings_is_named_with_its_place() -> None:
    (failed,) = outcome("A = '3'").failures
    assert failed.failure.message == (
        "e.toml:1: A is above all headings; the headings are question_1"
    )


def test_of_many_lines_that_cant_be_read_the_first_are_named() -> None:
    found = outcome("[question_1]\n" + "?\n" * 30)
    assert [each.failure.message for each in found.failures][3:] == [
        "e.toml:5: '?' can't be read; remove it, or begin it with #",
        "e.toml: 26 more problems",
    ]


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"ask": ["prunning"]}, "no kind of question 'prunning'; choose values, "),
        ({"ask": ["values", "values"]}, "ask names a kind twice; for more questions of a kind"),
        ({"ask": ["values"], "trees": ["bok"]}, "no tree 'bok'; did you mean 'book'?"),
        ({"trees": ["MAX: 1 x"]}, ":1:8: 'x' is not a number; "),
        ({"trees": ["book"], "individual": True}, "individual is for fresh trees; remove it"),
        ({"ask": ["pruning"], "trees": ["gamble"]}, "pruning can't be asked: alpha-beta doesn't"),
        ({"points": {"pruning": 1}}, "points must name exactly the kinds in ask: values"),
        ({"points": "four"}, "write a number, or points by kind, such as "),
        ({"points": {"values": 0}}, "write points above 0"),
        ({"utility": "sqrt"}, "utility is for certainty_equivalent, which isn't asked"),
        ({"difficulty": 5}, "less than or equal to 4"),
    ],
)
def test_an_exercise_that_cant_be_is_refused(keys: dict[str, object], problem: str) -> None:
    with pytest.raises(ValidationError) as refused:
        exercise(**keys)
    assert problem in refused.value.errors()[0]["msg"]


def test_each_student_has_their_own_exercise_always_the_same() -> None:
    test = exercise(individual=True, ask=["values", "pruning"])
    students = [f"s{number}" for number in range(30)]
    asked = {student: [str(q.tree.root) for q in test.questions(student)] for student in students}
    assert len({tuple(trees) for trees in asked.values()}) == 30
    again = exercise(individual=True, ask=["values", "pruning"])
    assert [str(q.tree.root) for q in again.questions(" S7 ")] == asked["s7"]
    assert exercise(ask=["values"]).questions("ada") == exercise(ask=["values"]).questions("bob")


def test_an_exercise_stays_the_same_when_it_becomes_visible() -> None:
    hidden = OWN.replace('title = "Alpha', 'visibility = "after_due_date"\ntitle = "Alpha')
    (before,), (after,) = (assignment(each).question("own").tests for each in (hidden, OWN))
    assert before.is_hidden
    assert before.own_seed == after.own_seed


def _half(part: Any) -> str:
    return right_answer(part) if part.name in ("pruned", "A", "B") else "99"


def _words(part: Any) -> str:
    return "five" if part.name == "A" else right_answer(part)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_class_is_graded_whatever_the_order_and_the_number_of_processes(jobs: int) -> None:
    asked = assignment()
    hand_ins = [
        answered(asked, "ada"),
        answered(asked, "bob", _half),
        answered(asked, "cem", _words),
        answered(asked, "dan", lambda _: ""),
        answered(asked, "ada", student="eve"),
        Submission("fay", answered(asked, "fay").files),
    ]
    found = grades(*hand_ins)
    points = {each.name: [question.points for question in each.questions] for each in found}
    assert points == {
        "ada": [4, 2],
        "bob": [1 + 3 * 2 / 7, 1],
        "cem": [1 + 3 * 6 / 7, 1.5],
        "dan": [0, 0],
        "eve": [0, 2],
        "fay": [0, 2],
    }
    table = gradebook(found)
    for reason in (
        "own: own.toml:51: A: 'five' is not a number; write it as −3, 3/4, 0.75 or inf",
        "can't be graded: own.toml is not written yet; shared.toml is not written yet",
        "own: own.toml belongs to ada, not to eve",
        "own: own.toml is individual, but the student's identifier isn't known; add --student ID",
    ):
        assert reason in table
        assert reason.partition(": ")[2].partition(";")[0] in index_page(asked, found).replace(
            "&#39;", "'"
        )
    random.Random(5).shuffle(hand_ins)
    again = {each.name: each for each in grades(*hand_ins, jobs=jobs)}
    assert again == {each.name: each for each in found}


def test_feedback_shows_each_part_and_the_search() -> None:
    asked = assignment()
    (grade,) = grades(answered(asked, "bob", _half))
    view = student_view(asked, grade)
    for feedback in (as_text(view), as_markdown(view), as_page(view)):
        assert "Alpha-beta by hand" in feedback
        assert "right in 3 of 8" in feedback
        assert "MIN takes the smaller of" in feedback
    assert "✗ missed   1. C: 2, not 99 (0.5 points)" in as_text(view)
    assert "To run just this" not in as_text(view)


def test_answers_to_a_hidden_exercise_arent_shown() -> None:
    asked = assignment(OWN.replace("title =", 'visibility = "after_due_date"\ntitle ='), SHARED)
    (grade,) = grades(answered(asked, "bob", _words), asked=asked)
    assert grade.points == 1 + 3 * 6 / 7 + 1.5
    view = student_view(asked, grade)
    assert "own.toml:" not in as_text(view) + as_page(view)
    assert "answered; its tests are not shown here" in as_text(view)


def test_code_that_cant_be_imported_leaves_the_exercises_their_points() -> None:
    asked = assignment(REFLEX, SHARED)
    hand_in = answered(asked, "ada")
    broken = Submission("ada", (("agent.py", b"import nothing_there"), *hand_in.files), "agent.py")
    (grade,) = Grader(asked, level=strongest(), jobs=1).grade([broken])
    reflex, shared = grade.questions
    assert reflex.failure
    assert "No module named 'nothing_there'" in reflex.failure.message
    assert (shared.points, grade.failure) == (2, None)


def test_a_hand_in_of_answers_alone_needs_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Submission, "written", None)
    asked = assignment(REFLEX, SHARED)
    (grade,) = grades(answered(asked, "ada"), asked=asked)
    assert [(each.answered, each.points) for each in grade.questions] == [(False, 0), (True, 2)]
