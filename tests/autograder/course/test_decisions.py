import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.course_register import collected, dates, graded, hand_in, roster, student
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.course.decisions import Decisions, read_decisions
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course.groups import Groups
from pacgrid.autograder.course.lateness import decimal
from pacgrid.autograder.course.register import Register
from pacgrid.autograder.model.staff_decision import StaffDecision

ROSTER = roster("name,username\nAda,ada\nBob,bob\nCy,cy\nDan,dan\n")
ASSIGNMENT = Assignment.parse(
    """
title = "Reach the food"

[[questions]]
name = "reflex"
agent = "Reflex"
points = 4

[[questions.tests]]
kind = "games"
layout = "pocket"
thresholds = [{wins = 1, points = 2}]

[[questions.tests]]
kind = "games"
layout = "pocket"
visibility = "hidden"
seed = 5
thresholds = [{wins = 1, points = 2}]

[[questions]]
name = "minimax"
agent = "Minimax"
points = 1
extra = 1

[[questions.tests]]
kind = "games"
layout = "pocket"
thresholds = [{wins = 1, points = 2}]
""",
    "hw.toml",
)
HEAD = "username,about,decision,points,reason,answer,by,decided,confirmed,partners,assignment"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("d.csv")


def read(path: Path, *rows: str) -> Decisions:
    path.write_text("\n".join([HEAD, *rows]))
    return read_decisions(path, ROSTER, ASSIGNMENT)


def of(decisions: Decisions, who: str, *partners: str) -> tuple[StaffDecision, ...]:
    others = tuple(student(ROSTER, each) for each in partners)
    return decisions.of(student(ROSTER, who), others, [])


def test_the_file_in_the_documentation_can_be_read(path):
    page = (Path(__file__).parents[3] / "docs" / "decisions.md").read_text("utf-8")
    (text,) = re.findall(r"```\n(username.*?)```", page, re.DOTALL)
    path.write_text(text)
    decisions = read_decisions(path, ROSTER, ASSIGNMENT)
    assert [(one.kind, one.about, one.points) for one in of(decisions, "ada", "bob")] == [
        ("points", "reflex.1", 2),
        ("regrade", "minimax", None),
        ("regrade", "minimax", 1),
    ]
    assert [one.what for who in ("cy", "dan") for one in of(decisions, who)] == [
        "minimax",
        "the total",
        "the total",
    ]


def test_a_decision_has_all_that_the_row_says(path):
    decisions = read(
        path, 'Ada,reflex.02,Points,"1,5",too strict,,Dr. O,2026-11-03 14:00,2026-11-09'
    )
    (one,) = of(decisions, "ada")
    assert one == StaffDecision(
        "points",
        "reflex.2",
        1.5,
        "too strict",
        by="Dr. O",
        decided="2026-11-03 14:00",
        confirmed="2026-11-09",
        is_hidden=True,
    )
    assert one.place == "d.csv:2"


END = ",why,,Dr. O,2026-11-03"


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (f"eve,reflex.1,points,1{END}", "'eve' is not in the roster; correct or remove it"),
        (
            f"ada,reflex.3,points,1{END}",
            "there is no test reflex.3; reflex has 2 tests: name one of them, or reflex",
        ),
        (f"ada,minmax,points,1{END}", "no question 'minmax'; did you mean 'minimax'?"),
        (
            f"ada,reflex.1,points,3{END}",
            "3 is too much: reflex.1 is worth 2 points; correct it",
        ),
        (f"ada,minimax,points,3{END}", "3 is too much: minimax is worth 2 points; correct it"),
        (f"ada,,add,-9{END}", "-9 is too much: the assignment is worth 6 points; correct it"),
        (
            f"ada,reflex,points,-1{END}",
            "-1 is less than nothing; write 0, or add instead of points",
        ),
        (f"ada,reflex,points,lots{END}", "'lots' is not a number of points; write one such as 1.5"),
        (f"ada,reflex,add,0{END}", "'0' is not a number of points; write one such as 1.5"),
        (f"ada,reflex,points,{END}", "points is missing; fill in the column points"),
        (
            "ada,reflex,points,1,,,Dr. O,2026-11-03",
            "reason is missing; fill in the column reason",
        ),
        ("ada,reflex,points,1,why,,,2026-11-03", "by is missing; fill in the column by"),
        ("ada,reflex,points,1,why,,Dr. O,", "decided is missing; fill in the column decided"),
        (
            "ada,reflex,regrade,1,why,,Dr. O,2026-11-03",
            "answer is missing; fill in the column answer",
        ),
        (
            "ada,reflex,points,1,why,,Dr. O,3.11.26",
            "decided is '3.11.26', which is no date; write one such as 2026-11-03",
        ),
        (f"ada,reflex,pionts,1{END}", "unknown decision 'pionts'; did you mean 'points'?"),
        (
            f"ada,reflex,waive,1{END}",
            "unknown decision 'waive'; write points, add, comment, exempt or regrade",
        ),
        (f"ada,reflex.1,exempt,{END}", "a test can't be exempt; name the question, reflex"),
        (f"ada,,regrade,{END}", "a regrade is of one question; name it in the column about"),
        (f"ada,reflex,exempt,1{END}", "'exempt' has points; leave them out"),
        (
            "ada,reflex,regrade,1,why,,,",
            "'regrade' has points; fill in by, decided and answer, too",
        ),
        (f"ada,reflex,add,1{END},,perhaps", "'perhaps' in the column partners; write yes or no"),
    ],
)
def test_a_row_that_cannot_be_used_is_an_error_of_one_line(path, row, line):
    with pytest.raises(CourseError) as error:
        read(path, f"bob,reflex,comment,{END}", row)
    assert str(error.value) == f"d.csv:3: {line}"


def test_rows_about_other_assignments_are_noted_and_not_used(path):
    decisions = read(path, f"ada,q9,points,99{END},,,Another")
    assert of(decisions, "ada") == ()
    assert decisions.notes == ("d.csv: 1 row about other assignments: Another",)


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (
            ("reflex,points,1", "reflex.1,add,1"),
            "d.csv:3: contradicts d.csv:2, about reflex of Ada (ada); leave out one of them",
        ),
        (
            ("reflex.1,points,1", "reflex,exempt,"),
            "d.csv:3: contradicts d.csv:2, about reflex.1 of Ada (ada); leave out one of them",
        ),
        (("reflex,add,1", "reflex,add,1"), "d.csv:3: is there already, in d.csv:2; leave out one"),
    ],
)
def test_two_decisions_that_contradict_each_other_are_an_error(path, rows, line):
    decisions = read(path, *(f"ada,{row}{END}" for row in rows))
    with pytest.raises(CourseError) as error:
        of(decisions, "ada")
    assert str(error.value) == line


GROUP = Groups(((student(ROSTER, "ada"), student(ROSTER, "bob")),))


def test_partners_share_a_decision_only_if_it_says_so(path):
    register = Register(
        ROSTER,
        groups=GROUP,
        decisions=read(
            path,
            f"ada,reflex,add,1{END},,yes",
            f"bob,minimax,add,1{END}",
            f"bob,minimax,exempt,{END.replace('why', 'ill')}",
        ),
    )
    with pytest.raises(CourseError, match=r"d\.csv:4: contradicts d\.csv:3"):
        register.enter(collected(hand_in("ada")))
    decisions = read(path, f"ada,reflex,add,1{END},,yes", f"bob,minimax,add,1{END}")
    entered = replace(register, decisions=decisions).enter(collected(hand_in("ada")))
    shared = {entry.name: [one.about for one in entry.decisions] for entry in entered.entries}
    assert shared == {"Ada": ["reflex"], "Bob": ["minimax", "reflex"], "Cy": [], "Dan": []}
    assert (
        "d.csv:3: counts for Bob (bob), and not for Ada (ada); write yes or no in the column"
        " partners"
    ) in entered.collection.notes


def test_decisions_come_before_lateness_and_before_the_best_attempt_is_chosen(path):
    """One day late costs 10 % of the decided points."""
    late, early = hand_in("ada", "2026-10-31 12:00"), hand_in("ada", "2026-10-30 12:00", "#")
    attempts = replace(late, earlier=(early,))
    course = dates('percent_per_day = 10\ncounts = "best"')
    register = Register(ROSTER, course, decisions=read(path, f"ada,,add,1{END}"))
    entered = register.enter(collected(attempts))
    points = iter([3, 4, 0, 0, 0])
    grades = [graded(one, next(points)) for one in entered.collection.submissions]
    ada = entered.results(grades)[0]
    final = ada.course_row.final(ada.grade)
    assert final is not None
    assert (ada.grade.points, ada.grade.computed, decimal(final)) == (5, 4, "4.5")
    assert ada.course_row.rule == "attempt 2 of 2; 10 % off: 1 day late"


def test_who_is_exempt_uses_no_late_days(path):
    course = dates("late_days = 2")
    register = Register(ROSTER, course, decisions=read(path, f"ada,,exempt,{END}"))
    entered = register.enter(collected(hand_in("ada", "2026-10-31 12:00")))
    ada = entered.results([graded(one) for one in entered.collection.submissions])[0]
    assert ada.course_row.final(ada.grade) is None
    assert (ada.course_row.rule, ada.course_row.late_days_left) == ("exempt", 2)
