"""How the line of a search that is wrong is told: to its author, and to the staff."""

import json
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len

from helpers.diagnoses import diagnosed_grade, diagnosis, outcome
from helpers.grades import ASSIGNMENT, ATTACKS
from helpers.report_formats import PICTURES, Page, checked_page
from pacgrid.autograder.diagnosis.parts_of_search import PRUNING_LITTLE
from pacgrid.autograder.model.diagnosis import (
    Diagnosis,
    Hints,
    RepairedLine,
    RepairedLines,
    Verdict,
)
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.gradebook import tried_changes
from pacgrid.autograder.reports.json_reports import gradescope_results, to_json
from pacgrid.autograder.reports.pages import as_page, index_page
from pacgrid.autograder.reports.shown_diagnosis import (
    CodeRow,
    code_rows,
    diagnosis_text,
    shown_diagnosis,
)
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import (
    MOST_LINES,
    DiagnosisNote,
    plain_text,
    student_report,
)
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.cli.grading import Grading

NAMED = diagnosis("only_own_move")
UNEXPLAINED = replace(NAMED, verdict=Verdict.UNEXPLAINED, findings=())
TEXT = (
    "def value(self, state):",
    "    best = 0",
    "    for action in actions:",
    "",
    "\t\tbest = max(best, 1)",
    "    return best",
)


def line(number: int, marked: str = "best", file: str = "", part: str = "another value") -> Any:
    """A line of the text, with its neighbours."""
    text, first = TEXT[number - 1].expandtabs(4), max(1, number - 1)
    lines = [each for each in TEXT[first - 1 : number + 1] if each]
    first += not TEXT[first - 1]
    return RepairedLine(
        file, number, first, (*lines,), text.index(marked), len(marked), part, "0 → -inf"
    )


def repaired(*lines: RepairedLine, **others: Any) -> Diagnosis:
    return replace(UNEXPLAINED, repair=RepairedLines(lines, positions=240, **others))


def named(diagnosed: Diagnosis) -> Diagnosis:
    """The same of a mistake with a name."""
    return replace(diagnosed, findings=NAMED.findings)


named_or_not = pytest.mark.parametrize("named", [named, lambda diagnosed: diagnosed])


TRIED = "your search is right in all 240 positions that were tried"


@pytest.mark.parametrize(
    ("diagnosed", "title", "place"),
    [
        (
            repaired(line(2)),
            "goes wrong at line 2",
            f"Line 2 decides it: with another value here, {TRIED}.",
        ),
        (
            repaired(line(2, part="this at another place"), prunes_less=True),
            "goes wrong at line 2, or at a value used there",
            "Line 2, or a value used there, decides it: with this at another place, "
            f"{TRIED}, but looks at more states than it has to.",
        ),
        (
            repaired(line(2), line(5)),
            "goes wrong at line 2 or line 5",
            "Line 2 or line 5 decides it: with a small change in either of them, ",
        ),
        (
            repaired(line(2), line(5), line(6)),
            "goes wrong at line 2, line 5 or line 6",
            "Line 2, line 5 or line 6 decides it: with a small change in one of them, ",
        ),
        (
            repaired(line(2, file="a.py"), line(5, file="b.py"), together=True),
            "goes wrong at line 2 of a.py and line 5 of b.py",
            "Line 2 of a.py and line 5 of b.py decide it together: with a small change in both",
        ),
        (repaired(note="No change."), "is wrong, but not", "No change."),
        (named(repaired(note="No change.")), "own next move", ""),
        (named(repaired(line(2))), "own next move", "Line 2 decides it: "),
        (replace(repaired(line(2)), verdict=Verdict.FAILED), "legal action", "Line 2 decides it"),
    ],
)
def test_the_place_is_said_in_a_sentence(diagnosed: Diagnosis, title: str, place: str) -> None:
    shown = shown_diagnosis(diagnosed, "minimax.1")
    assert title in shown.title
    assert shown.place.startswith(place)
    assert bool(shown.place) is bool(place)


def text_of(diagnosed: Diagnosis, columns: int = 80) -> str:
    return diagnosis_text(shown_diagnosis(diagnosed, "minimax.1"), columns)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (
            [line(2, "0")],
            """
  1 | def value(self, state):
  2 |     best = 0
    |            ^
  3 |     for action in actions:
""",
        ),
        (
            [line(5, "max(best, 1)")],
            """
  5 |     best = max(best, 1)
    |            ^^^^^^^^^^^^
  6 | return best
""",
        ),
        (
            [line(2), line(5), line(6)],
            """
  1 | def value(self, state):
  2 |     best = 0
    |     ^^^^
  3 |     for action in actions:
  … |
  5 |         best = max(best, 1)
    |         ^^^^
  6 |     return best
    |            ^^^^
""",
        ),
        (
            [RepairedLine("", 10, 9, ("\tn = '日本'", "\tx = '日本' + n # é"), 15, 1, "", "")],
            """
   9 | n = '日本'
  10 | x = '日本' + n # é
     |              ^
""",
        ),
    ],
)
def test_the_part_that_is_off_is_marked(lines: list[RepairedLine], text: str) -> None:
    assert text.rstrip() in text_of(repaired(*lines))


@pytest.mark.parametrize(
    ("before", "marked", "after", "shown"),
    [
        ("a = ", "b", " + c", ("a = ", "b", " + c")),
        ("a = ", "b", " + c" * 9, ("a = ", "b", " + c + c + c…")),
        ("a = " * 9, "bcd", " + c", ("… a = a = a = ", "bcd", "…")),
        ("a = " * 9, "bcd" * 9, "", ("…a = ", "bcdbcdbcdbcd…", "")),
        ("日本" * 9, "bcd", "", ("…日本日本日本", "bcd", "")),
        ("日本" * 9, "", "", ("日本日本日本日本…", "", "")),
    ],
)
def test_a_long_line_is_cut_around_its_mark(before, marked, after, shown) -> None:
    row = CodeRow("12", before, marked, after).cut(23)
    assert (row.before, row.marked, row.after) == shown
    assert cell_len("12 | " + "".join(shown)) <= 23


def test_a_search_that_prunes_too_little_is_told_so_before_the_line() -> None:
    slow = replace(repaired(line(2)), verdict=Verdict.RIGHT, remarks=(PRUNING_LITTLE,))
    remark = "Worth knowing: your search looks at more states than it has to."
    place = "your search looks at no state too many in all 240 positions"
    grade = diagnosed_grade(outcome(slow))
    for told in (text_of(slow, 200), Page(as_page(student_view(ASSIGNMENT, grade))).text):
        assert told.index(remark) < told.index(place) < told.index("def value")
    assert tried_changes(grade)[0].startswith("minimax: prunes all it can with a change in line 2")
    wrong = text_of(replace(repaired(line(2)), remarks=(PRUNING_LITTLE,)), 200)
    assert wrong.index("def value") < wrong.index(remark)


def test_a_page_marks_the_part_that_is_off_and_does_not_cut_lines() -> None:
    grade = diagnosed_grade(outcome(repaired(line(2, "0"))))
    assert "    best = <mark>0</mark>\n" in as_page(student_view(ASSIGNMENT, grade))
    long = RepairedLine("", 1, 1, ("a" * 200 + "b",), 200, 1, "another value", "")
    ((row,),) = code_rows([long])
    assert (row.before, row.marked) == ("a" * 200, "b")
    assert max(map(cell_len, text_of(repaired(long)).splitlines())) <= 80


@pytest.mark.parametrize("lines", [[line(2)], [line(2), line(5)], [line(2), line(5), line(6)]])
@named_or_not
def test_the_brief_report_has_room_for_the_tree(lines: list[RepairedLine], named: Any) -> None:
    diagnosed = named(repaired(*lines))
    shown = shown_diagnosis(diagnosed, "minimax.1", command="pacgrid grade my_agent.py")
    text = plain_text(DiagnosisNote(shown, MOST_LINES - 1), 80)
    assert len(text.splitlines()) <= MOST_LINES - 1
    assert "def value" not in text
    assert all(f"  {each.number} | " in text for each in lines) or len(lines) > 1
    assert "◀ here" in text
    assert sum("─" in row for row in text.splitlines()) >= 2


# What an assignment's `hints` keep from students.


def every_report(grade: Grade, hints: Hints) -> list[str]:
    """What students may read."""
    assignment = ASSIGNMENT.model_copy(update={"hints": hints})
    view = student_view(assignment, grade)
    everything = student_view(assignment, grade, show_hidden=True)
    return [
        plain_text(student_report(view, everything=False)),
        plain_text(student_report(everything)),
        Page(as_page(view)).text,
        json.dumps(gradescope_results(assignment, grade)),
        json.dumps(to_json(assignment, [grade.for_author(hints)])["submissions"][0]["questions"]),
    ]


@pytest.mark.parametrize("hints", ["line", "name"])
@named_or_not
def test_students_read_of_a_line_only_if_the_hints_are_lines_and_staff_of_the_change(
    named: Any, hints: Hints
) -> None:
    diagnosed = named(repaired(line(2)))
    grade = diagnosed_grade(outcome(diagnosed))
    for report in every_report(grade, hints):
        assert ("line 2" in report.lower() or '"line": 2' in report) is (hints == "line")
        assert "-inf" not in report
        assert all(finding.title in report for finding in diagnosed.findings)
    assignment = ASSIGNMENT.model_copy(update={"hints": hints})
    data = to_json(assignment, [grade])["submissions"][0]["questions"][0]["tests"][0]
    (told,) = data["diagnosis"]["repair"]["lines"]
    assert (told["line"], told["part"], told["change"]) == (2, "another value", "0 → -inf")
    assert "change in line 2: 0 → -inf" in checked_page(index_page(assignment, [grade])).text


@pytest.mark.parametrize(
    ("together", "said"),
    [
        (False, ["a change in line 2: 0 → -inf", "a change in line 5: 0 → -inf"]),
        (True, ["a change in line 2 and line 5: 0 → -inf; 0 → -inf"]),
    ],
)
def test_changes_that_go_together_are_one(together: bool, said: list[str]) -> None:
    grade = diagnosed_grade(outcome(repaired(line(2), line(5), together=together)))
    assert tried_changes(grade) == [f"minimax: right with {each}" for each in said]
    assert not tried_changes(grade.for_author("line"))


@pytest.mark.parametrize(("is_single", "change"), [(True, ""), (False, "0 → -inf")])
def test_who_grades_a_single_file_is_its_author(
    is_single: bool, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade = diagnosed_grade(outcome(repaired(line(2))))
    monkeypatch.setattr(Grading, "_graded", lambda *_: ([grade], None))
    grading = Grading(ASSIGNMENT, None, None, Level.PROCESS, None, None, None)
    (counted,) = grading.run(Collection((), (), is_single=is_single))
    (said,) = counted.grade.questions[0].outcomes
    assert [each.change for each in said.diagnosis.repair.lines] == [change]


@pytest.mark.parametrize("attack", ATTACKS)
def test_code_and_names_of_files_stay_text(attack: str) -> None:
    evil = RepairedLine(attack, 2, 1, (attack, f"x{attack}"), 0, 1, "another value", attack)
    grade = diagnosed_grade(outcome(repaired(evil)))
    checked_page(as_page(student_view(ASSIGNMENT, grade)), PICTURES)
    checked_page(index_page(ASSIGNMENT, [grade]))


@pytest.mark.parametrize(
    ("diagnosed", "decides"),
    [
        (repaired(line(2)), "Line 2 decides"),
        (repaired(line(2), line(5)), "Line 2 or line 5 decides"),
        (repaired(line(2), line(5), together=True), "Line 2 and line 5 decide"),
        (repaired(line(2), prunes_less=True), ""),
        (repaired(note="No change."), ""),
    ],
)
def test_the_values_that_a_line_decides_are_marked(diagnosed: Diagnosis, decides: str) -> None:
    page = as_page(student_view(ASSIGNMENT, diagnosed_grade(outcome(diagnosed))))
    assert (f"{decides} the values after “mistake:”." in text_of(diagnosed)) is bool(decides)
    assert (f"<p>{decides} the tinted values.</p>" in page) is bool(decides)
    frames_and_tints = page.count('fill-opacity="0.12"')
    assert (frames_and_tints > 2) is bool(decides)  # each of the two searches has a frame
