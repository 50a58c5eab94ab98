"""Extra points in every report: a bonus question has nothing else."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from helpers.reports import report
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.selection import select
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.feedback import as_page, as_text
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.gradescope_results import results
from pacgrid.autograder.reports.index_page import index_page
from pacgrid.autograder.reports.report import to_json
from pacgrid.autograder.reports.student_view import student_view


def question(name: str, agent: str, *points: int, extra: int, hidden: int = 0) -> str:
    """A question with a test for each of `points`, and a hidden one of so many more."""
    tests = [(each, "visible") for each in points] + [(hidden, "hidden")] * bool(hidden)
    texts = [
        f"""
[[questions.tests]]
kind = "positions"
search = "minimax"
depth = 1
points = {each}
visibility = "{visibility}"
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''']
"""
        for each, visibility in tests
    ]
    total = sum(points) + hidden - extra
    head = f'[[questions]]\nname = "{name}"\nagent = "{agent}"\npoints = {total}\nextra = {extra}\n'
    return head + "".join(texts)


ASSIGNMENT = Assignment.parse(
    'title = "Bonus"\n'
    + question("main", "Reflex", 4, 1, extra=1)
    + question("bonus", "Minimax", 1, 1, extra=5, hidden=3),
    "bonus.toml",
)


def grade(*earned: float) -> Grade:
    """A grade with so many points in each of the tests."""
    points = iter(earned)
    parts = [
        QuestionGrade(
            *(q.name, q.asks_for, q.points, q.asks_for),
            outcomes=tuple(
                Outcome(
                    *("a test", "done", next(points), test.possible),
                    visibility=test.visibility,
                    number=test.number,
                )
                for test in q.numbered_tests
            ),
            extra=q.extra,
        )
        for q in ASSIGNMENT.questions
    ]
    return Grade("ada", tuple(parts))


BEST, WORST = grade(4, 1, 1, 1, 3), grade(0, 0, 0, 0, 0)


def on_the_terminal(grade: Grade) -> str:
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(report(ASSIGNMENT, [grade]))
    return console.export_text()


def page(grade: Grade) -> str:
    text = as_page(student_view(ASSIGNMENT, grade))
    return re.sub("<style>.*?</style>|<[^>]*>", "", text, flags=re.DOTALL)


REPORTS: dict[str, tuple[Callable[[Grade], str], str, str]] = {
    "terminal": (on_the_terminal, "5 / 4 + 1", "{} / +2"),
    "html": (page, "5 / 4 + 1", "{} / +2"),
    "txt": (lambda it: as_text(student_view(ASSIGNMENT, it)), "5 of 4 + 1 points", "{} of +2 poi"),
}


@pytest.mark.parametrize(("show", "mixed", "bonus"), REPORTS.values(), ids=REPORTS)
def test_every_report_says_what_is_extra(show, mixed, bonus):
    text = show(BEST)
    assert "7 of 4 points on the visible tests" in text
    assert mixed in text
    assert bonus.format(2) in text
    assert "2 points extra" in text
    assert "5 points extra" not in text, "3 of them are hidden"
    assert bonus.format(0) in show(WORST)


def test_a_bonus_that_is_missed_is_not_complete():
    assert [q.is_complete for q in BEST.questions] == [True, True]
    assert [q.is_complete for q in WORST.questions] == [False, False]
    assert [q.is_complete for q in grade(4, 0, 1, 1, 2).questions] == [True, False]


def test_staff_see_the_same_points():
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(report(ASSIGNMENT, [BEST, WORST]))
    lines = [" ".join(line.split()) for line in console.export_text().splitlines()]
    assert "submission / 4 + 1 / +5 total" in lines
    assert [line for line in lines if line.startswith("ada")] == [
        "ada 5 5 10 of 4",
        "ada 0 0 0 of 4",
    ]
    assert "of +5" in index_page(ASSIGNMENT, [BEST])
    (row,) = csv.DictReader(io.StringIO(gradebook([BEST]).removeprefix("\ufeff")))
    assert [row[key] for key in ("main", "bonus", "total", "possible")] == ["5", "5", "10", "4"]
    data = to_json(ASSIGNMENT, [BEST])["submissions"][0]["questions"]
    assert [(q["points"], q["possible_points"], q["extra_points"]) for q in data] == [
        (5, 4, 1),
        (5, 0, 5),
    ]


@pytest.mark.parametrize("graded", [BEST, WORST])
def test_gradescope_adds_up_the_same_points(graded: Grade) -> None:
    tests = results(ASSIGNMENT, graded)["tests"]
    assert sum(test["score"] for test in tests) == graded.points
    assert [test["max_score"] for test in tests] == [4, 1, 1, 1, 3]
    assert {test["status"] for test in tests} == {"passed" if graded is BEST else "failed"}


def test_a_bonus_by_the_rule_all_is_failed_on_gradescope_if_it_is_missed() -> None:
    missed, made = (
        QuestionGrade("q", "A", 0, "A", (Outcome("t", "r", n, 1),), rule="all", extra=2)
        for n in (0, 1)
    )
    assert (missed.points, made.points) == (0, 2)
    text = question("q", "A", 1, extra=0).replace("points = 1\nextra = 0", "points = 0\nextra = 2")
    text = text.replace("extra = 2", "extra = 2\nrule = 'all'")
    assignment = Assignment.parse(f'title = "x"\n{text}', "a.toml")
    for part, status, score in ((missed, "failed", 0), (made, "passed", 2)):
        first = results(assignment, Grade("ada", (part,)))["tests"][0]
        assert (first["status"], first["score"], first["max_score"]) == (status, score, 0)


def test_the_kit_has_the_extra_points_of_visible_tests(tmp_path: Path) -> None:
    kit = Kit.of(ASSIGNMENT, Package("pacgrid"))
    kit.write(tmp_path)
    loaded = Assignment.load(tmp_path / "assignment.toml")
    assert [(q.points, q.extra) for q in loaded.questions] == [(4, 1), (0, 2)]
    readme = kit.files["README.md"].decode()
    assert "`Reflex` | 4 + 1 |" in readme
    assert "`Minimax` | +2 |" in readme
    assert "ends with:\n\n```text\n5 of 4 points\n" in readme
    assert "ends with:\n\n```text\n2 points extra\n" in readme


def test_a_selected_test_keeps_its_extra_points() -> None:
    chosen = [select(ASSIGNMENT, [name])[0] for name in ("main.1", "main.2", "bonus.3")]
    assert [(q.points, q.extra) for q in chosen] == [(3, 1), (0, 1), (0, 3)]
