import io
from dataclasses import replace

import pytest
from rich.console import Console

from helpers.grades import BROKEN, FULL, GAMES, GOOD, ILL, UNANSWERED, reflex
from pacgrid.autograder.batch.grading_version import GradingVersion, RecordedGrade
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.comparison import Change, PointsPair, compare, comparison_table

BETTER = replace(ILL, questions=(reflex(GAMES), UNANSWERED))
ANSWERED = replace(GOOD, questions=(GOOD.questions[0], replace(UNANSWERED, answer="Minimax")))
HEADER = "submission reflex minimax total why"
VERSION = GradingVersion("Tiny", "", "a1 reflex.1:1", "pacgrid 1", "landlock")


def recorded(grades: list[Grade]) -> list[RecordedGrade]:
    return [RecordedGrade(grade, VERSION) for grade in grades]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (
            [GOOD, ILL, FULL, BROKEN],
            [GOOD, BETTER, FULL, BROKEN],
            [
                HEADER,
                "ill.py 0 → 2 – 0 → 2 worth other points: reflex.1",
                "unchanged: 3; higher: 1; average 4 → 4.5",
            ],
        ),
        (
            [BETTER],
            [ILL],
            [
                HEADER,
                "ill.py 2 → 0 – 2 → 0 worth other points: reflex.1",
                "unchanged: 0; lower: 1; average 2 → 0",
            ],
        ),
        ([GOOD, ILL], [GOOD, ILL], ["unchanged: 2"]),
        (
            [GOOD],
            [ILL],
            [
                *(HEADER, "ill.py – → 0 – – → 0", "good.py 5 → – – 5 → –"),
                "unchanged: 0; counted now: 1; no longer counted: 1",
            ],
        ),
        ([GOOD], [ANSWERED], [HEADER, "good.py 5 – → 0 5", "unchanged: 0; same total: 1"]),
    ],
    ids=["better", "worse", "unchanged", "new and gone", "answered without points"],
)
def test_the_table_shows_what_differs_and_counts_the_rest(old, new, lines):
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(comparison_table(compare(recorded(old), recorded(new))))
    shown = [" ".join(line.split()) for line in console.export_text().splitlines()]
    assert [line for line in shown if line] == lines


def test_a_change_pairs_old_and_new_points():
    (change,) = compare(recorded([ILL]), recorded([BETTER]))
    questions = {"reflex": PointsPair(0, 2), "minimax": PointsPair(None, None)}
    assert change == Change("ill.py", PointsPair(0, 2), questions, why=change.why)
    assert change.differs


def test_rounding_errors_are_no_difference():
    assert not PointsPair(0.3, 0.1 + 0.2).differ
