import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from rich.console import Console

from helpers.report_cards import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    PASSED,
    SECRET,
    UNANSWERED,
    few,
    grades,
    reflex,
    secret,
)
from pacgrid.autograder.grade import Grade, Outcome, QuestionGrade
from pacgrid.autograder.grade_json import dump_grade, read_grade
from pacgrid.autograder.reports.report import report, to_json
from pacgrid.common.failure import Failure

PLAIN = ASSIGNMENT.model_copy(
    update={
        "questions": [
            question.model_copy(update={"tests": question.tests[:1]})
            for question in ASSIGNMENT.questions
        ]
    }
)
"""Without hidden tests."""


def shown(*grades: Grade, width: int = 80, assignment=ASSIGNMENT, show_hidden: bool = False) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(report(assignment, grades, show_hidden=show_hidden))
    return console.export_text()


def test_a_student_sees_what_gave_points_and_what_did_not():
    grade = replace(GOOD, questions=(reflex(GAMES, points=3), UNANSWERED))
    text = shown(grade, assignment=PLAIN)
    assert "✓ at least 1 win " in text
    assert "✗ at least 2 wins" in text
    assert "2 / 3" in text
    assert "not answered: no Minimax" in text
    assert "reflex: watch a lost game: pacgrid play" in text
    assert "2 / 3 points  (questions answered: 1 of 2; 8 points in all)" in text
    assert "✓" not in shown(replace(grade, questions=(reflex(PASSED, points=3),)))


def test_a_student_sees_each_failure_once_with_the_own_lines():
    text = shown(ILL)
    assert text.count("ValueError") == 1
    lines = [line.rstrip() for line in text.splitlines()]
    where = "reflex, game 1; reflex, position 1"
    start = lines.index("reflex, game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)")
    assert where not in text
    assert lines[start + 1 : start + 4] == ['  File "a.py", line 3', "    [x]", ""]


def failing(name: str, *messages: str, place: str = "game 1") -> QuestionGrade:
    outcomes = (
        Outcome("a test", "failed", 0, 1, failure=Failure(message), place=place)
        for message in messages
    )
    return QuestionGrade(name, name.title(), 1, name.title(), tuple(outcomes))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("returned None (NoneType); legal were a", "returned None (NoneType); legal were b"),
        ("A can't be built: its __init__ must accept b", "A can't be built: its __init__ must c"),
        ("e returned 1 (S); it must return a number", "e returned 2 (S); it must return a number"),
    ],
)
def test_one_kind_of_failure_is_told_once_with_all_its_places(one, other):
    grade = Grade(
        "a.py", (failing("reflex", one, other), failing("minimax", other, place="game 2"))
    )
    text = " ".join(shown(grade, width=120).split())
    assert f"reflex, game 1; minimax, game 2: {one}" in text
    assert other not in text
    reasons = shown(grade, grade, width=120)
    assert other not in reasons


def test_failures_of_other_kinds_are_all_told():
    grade = Grade("a.py", (failing("reflex", "A can't be built: its __init__ x", "B can't"),))
    assert "reflex, game 1: B can't" in shown(grade)


def test_a_file_that_does_not_answer_the_question_is_told_so():
    text = shown(Grade("a.py", (replace(UNANSWERED, reason="Mine takes no depth"),)))
    assert "not answered: Mine takes no depth" in text
    assert "the file doesn't answer minimax" in text
    assert "points" not in text.partition("not answered")[2]


def test_a_file_that_can_not_be_loaded_says_why_once():
    text = shown(BROKEN)
    assert text.count("ValueError") == 1
    assert "broken.py: ValueError" in text
    assert "visible tests: 0 / 7 points" in text
    assert "hidden tests: 4 points, not shown here" in text


def test_a_student_sees_the_first_output_and_what_was_counted():
    assert "reflex: printed\n  hello" in re.sub(" +\n", "\n", shown(ILL))
    assert "expanded 1,234 states" in shown(FULL)


def test_a_student_sees_of_hidden_tests_what_they_can_give():
    text = shown(replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED)))
    assert "visible tests: 2 / 3 points" in text
    assert "hidden tests: 4 points, not shown here" in text
    assert SECRET not in text
    assert "98,765" not in text


def test_staff_see_hidden_tests_when_they_ask():
    text = shown(replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED)), show_hidden=True)
    assert f"test {SECRET}  hidden" in text
    assert "2 / 6 points" in text
    assert "not shown here" not in text


def test_nothing_says_that_all_is_well_when_there_are_hidden_tests():
    assert not re.search(r"\ball\b.*\bpass|passed|perfect|complete", shown(FULL), re.I)


def test_staff_see_a_row_for_each_submission_and_the_reasons_below():
    lines = [" ".join(line.split()) for line in shown(GOOD, ILL, BROKEN, width=120).splitlines()]
    assert "good.py 5 – 5" in lines
    assert "ill.py !0 – 0" in lines
    assert "ill.py: reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)" in lines
    assert sum("broken.py:" in line for line in lines) == 1


def test_staff_see_once_in_which_sandboxes_it_was_graded():
    text = shown(GOOD, replace(ILL, sandbox="landlock"), GOOD, BROKEN)
    assert text.count("sandbox") == 1
    assert "sandbox: bubblewrap, landlock\n" in re.sub(" +\n", "\n", text)
    assert "sandbox" not in shown(BROKEN, BROKEN)


def test_no_grades_are_no_trouble():
    assert "nothing to grade" in shown()


@few
@given(grades)
def test_nothing_handed_in_commands_the_terminal(grade):
    for text in (shown(grade, show_hidden=True), shown(grade, grade)):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


def test_the_json_says_what_it_is():
    data = to_json(ASSIGNMENT, [GOOD, ILL])
    assert (data["format"], data["version"]) == ("pacgrid grades", 2)
    assert data["assignment"] == {"title": "Tiny", "points": 11}
    assert [submission["submission"] for submission in data["submissions"]] == ["good.py", "ill.py"]


@few
@given(grades)
def test_the_json_is_the_same_when_the_grade_was_kept_in_between(grade):
    kept = read_grade(dump_grade(grade))
    told, again = (json.dumps(to_json(ASSIGNMENT, [each])) for each in (grade, kept))
    assert told == again
