import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    MISSING,
    PASSED,
    SECRET,
    UNANSWERED,
    failing,
    reflex,
    secret,
)
from helpers.reports import report
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.report import to_json

WITHOUT_HIDDEN_TESTS = ASSIGNMENT.model_copy(
    update={
        "questions": [
            question.model_copy(update={"tests": question.tests[:1]})
            for question in ASSIGNMENT.questions
        ]
    }
)


def lines(*grades: Grade, assignment=ASSIGNMENT, show_hidden: bool = False) -> list[str]:
    """What is printed, with single spaces."""
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(report(assignment, grades, show_hidden=show_hidden))
    indented = (line.rstrip() for line in console.export_text().splitlines())
    return [re.sub(r"(?<=\S) +", " ", line) for line in indented]


# For a student.


def test_a_student_sees_which_aims_were_missed():
    grade = replace(GOOD, questions=(reflex(GAMES, points=3), UNANSWERED))
    text = "\n".join(lines(grade, assignment=WITHOUT_HIDDEN_TESTS))
    assert "✓ at least 1 win " in text
    assert "✗ at least 2 wins" in text
    assert "2 / 3" in text
    assert "not answered: no Minimax" in text
    assert "reflex.1: watch a lost game: pacgrid play" in text
    assert text.endswith(
        "2 of 8 points\n"
        "questions answered: 1 of 2, with 2 of 3 points\n"
        "a question that isn't answered counts as zero\n"
    )
    assert "✓" not in "\n".join(lines(replace(grade, questions=(reflex(PASSED, points=3),))))
    assert "asked for 1,234 successors" in "\n".join(lines(FULL))


def test_a_student_sees_each_failure_once_and_the_first_output():
    shown = lines(ILL)
    start = shown.index(
        "reflex.1, game 1; reflex.2, position 1: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    )
    assert shown[start + 1 : start + 3] == ['  File "a.py", line 3', "    [x]"]
    assert shown[start + 3].startswith("To run just this: pacgrid grade ill.py")
    assert shown[start + 3].endswith("--only reflex.1.1")
    text = "\n".join(shown)
    assert text.count("ValueError") == 1
    assert "reflex: printed\n  hello" in text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("returned None (x); legal actions: a", "returned None (x); legal actions: b"),
        ("A can't be built: its __init__ must accept b", "A can't be built: its __init__ must c"),
        ("e returned 1 (S); it must return a number", "e returned 2 (S); it must return a number"),
    ],
)
def test_similar_failures_are_explained_once_with_all_places(one, other):
    grade = Grade(
        "a.py",
        (failing("reflex", one, other, "another"), failing("minimax", other, place="game 2")),
    )
    shown = lines(grade)
    assert f"reflex.1, game 1; reflex.2, game 1; minimax.1, game 2: {one}" in shown
    assert "reflex.3, game 1: another" in shown
    assert other not in "\n".join([*shown, *lines(grade, grade)])


def test_a_file_that_does_not_answer_the_question_earns_no_points():
    text = "\n".join(lines(Grade("a.py", (replace(UNANSWERED, reason="Mine takes no depth"),))))
    assert "not answered: Mine takes no depth" in text
    assert "0 of 4 points on the visible tests\nquestions answered: 0 of 1\n" in text


def test_a_file_that_cannot_be_loaded_says_why_once():
    text = "\n".join(lines(BROKEN))
    assert text.count("ValueError") == 1
    assert "broken.py: ValueError" in text
    assert "0 of 7 points on the visible tests" in text
    assert "hidden tests: 4 points, not shown here" in text


def test_only_staff_see_hidden_tests():
    grade = replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED))
    assert "2 of 7 points on the visible tests" in lines(grade)
    text = "\n".join(lines(grade, show_hidden=True))
    assert f"test {SECRET} hidden" in text
    assert "2 of 11 points\n" in text
    assert "the student sees: 2 of 7 points on the visible tests" in text
    assert "not shown here" not in text


# For staff.


def test_staff_see_a_row_for_each_submission_with_the_reasons_and_sandboxes_below():
    shown = lines(GOOD, replace(ILL, sandbox="landlock"), GOOD, BROKEN, MISSING)
    assert "good.py 5 – 5 of 11" in shown
    assert "ill.py !0 – 0 of 11" in shown
    assert "ill.py: reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)" in shown
    assert {"Eve Absent – – –", "Eve Absent: nothing was handed in"} <= set(shown)
    assert sum("broken.py:" in line for line in shown) == 1
    assert [line for line in shown if "sandbox" in line] == ["sandbox: bubblewrap, landlock"]
    assert "sandbox" not in "\n".join(lines(BROKEN, BROKEN))
    assert "nothing to grade" in lines()


def test_the_json_names_its_format_and_the_assignment():
    data = to_json(ASSIGNMENT, [GOOD, ILL])
    assert (data["format"], data["version"]) == ("pacgrid grades", 2)
    assert data["assignment"] == {"title": "Tiny", "points": 11, "unanswered": "zero"}
    assert [submission["submission"] for submission in data["submissions"]] == ["good.py", "ill.py"]
    points = ("points", "possible_points", "attempted_points")
    assert [data["submissions"][0][key] for key in points] == [5, 11, 6]
    assert data["submissions"][0]["visible_points"] == 2
    assert data["submissions"][0]["visible_possible_points"] == 7
    assert to_json(ASSIGNMENT, [MISSING])["submissions"][0]["points"] is None
