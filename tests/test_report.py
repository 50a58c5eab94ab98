import io
from dataclasses import replace

import pytest
from rich.console import Console

from grading import tiny
from pacgrid.autograder.grade import Aim, Grade, Outcome, QuestionGrade
from pacgrid.autograder.report import report, to_json
from pacgrid.failure import Failure

ODD = Failure("ValueError: [red]odd[/red] (a.py, line 3, in act)", '  File "a.py", line 3\n    [x]')


def question(*outcomes: Outcome, answer: str | None = "Reflex") -> QuestionGrade:
    return QuestionGrade("reflex", "Reflex", 3, answer, outcomes)


PASSED = Outcome("2 games", "won 2 of 2", 3, 3, (Aim("at least 2 wins", 3, reached=True),))
UNANSWERED = QuestionGrade("minimax", "Minimax", 5, None)
GOOD = Grade(
    "good.py",
    (
        question(
            Outcome(
                "2 games on pocket",
                "won 1 of 2",
                2,
                3,
                (Aim("at least 1 win", 2, reached=True), Aim("at least 2 wins", 1, reached=False)),
                advice="watch a lost game: pacgrid play",
            )
        ),
        UNANSWERED,
    ),
)
ILL = Grade(
    "ill.py",
    (
        question(
            Outcome("2 games", "won 0 of 2", 0, 2, failure=ODD, place="game 1"),
            Outcome("positions", "failed", 0, 1, failure=ODD, place="position 1"),
        ),
        UNANSWERED,
    ),
)
BROKEN = Grade(
    "broken.py",
    (QuestionGrade("reflex", "Reflex", 3, None, failure=ODD),),
    failure=ODD,
)


def shown(*grades: Grade, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(report(tiny(), grades))
    return console.export_text()


def test_a_student_sees_what_gave_points_and_what_did_not():
    text = shown(GOOD)
    assert "✓ at least 1 win " in text
    assert "✗ at least 2 wins" in text
    assert "2 / 3" in text
    assert "✓" not in shown(replace(GOOD, questions=(question(PASSED),)))
    assert "not answered: no Minimax" in text
    assert "reflex: watch a lost game: pacgrid play" in text
    assert "2 / 3 points  (questions answered: 1 of 2; all of them give 8)" in text


def test_a_student_sees_each_failure_once_with_the_own_lines():
    text = shown(ILL)
    assert text.count("ValueError") == 1
    assert "reflex, game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)" in text
    assert [line.rstrip() for line in text.splitlines()[-6:-2]] == [
        "reflex, game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)",
        '  File "a.py", line 3',
        "    [x]",
        "",
    ]


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
    grade = Grade("a.py", (failing("left", one, other), failing("right", other, place="game 2")))
    text = " ".join(shown(grade, width=120).split())
    assert f"left, game 1; right, game 2: {one}" in text
    assert other not in text
    reasons = shown(grade, grade, width=120)
    assert other not in reasons


def test_failures_of_other_kinds_are_all_told():
    grade = Grade("a.py", (failing("left", "A can't be built: its __init__ x", "B can't"),))
    assert "left, game 1: B can't" in shown(grade)


def test_a_file_that_does_not_answer_the_question_is_told_so():
    text = shown(Grade("a.py", (replace(UNANSWERED, reason="Mine takes no depth"),)))
    assert "not answered: Mine takes no depth" in text
    assert "the file doesn't answer minimax" in text
    assert "points" not in text.partition("not answered")[2]


def test_a_file_that_can_not_be_loaded_says_why_once():
    text = shown(BROKEN)
    assert text.count("ValueError") == 1
    assert "broken.py: ValueError" in text
    assert "0 / 3 points" in text


def test_staff_see_a_row_for_each_submission_and_the_reasons_below():
    lines = [" ".join(line.split()) for line in shown(GOOD, ILL, BROKEN, width=120).splitlines()]
    assert "good.py 2 – 2 / 3" in lines
    assert "ill.py !0 – 0 / 3" in lines
    assert "ill.py: reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)" in lines
    assert sum("broken.py:" in line for line in lines) == 1


def test_the_json_says_what_it_is():
    data = to_json(tiny(), [GOOD, ILL])
    assert (data["format"], data["version"]) == ("pacgrid grades", 1)
    assert data["assignment"] == {"title": "Tiny", "points": 4}
    assert [submission["file"] for submission in data["submissions"]] == ["good.py", "ill.py"]
