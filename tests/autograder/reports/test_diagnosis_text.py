import io

import pytest
from rich.console import Console

from helpers.diagnoses import BOARD, TREE, diagnosed_grade, diagnosis, outcome
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.diagnosis import Diagnosis, Verdict
from pacgrid.autograder.reports.diagnosis_text import DiagnosisNote, diagnosis_text
from pacgrid.autograder.reports.feedback import as_text
from pacgrid.autograder.reports.shown_diagnosis import shown_diagnosis
from pacgrid.autograder.reports.student_view import student_view

WRONG = diagnosis("only_own_move"), diagnosis("one_ply_too_many", root=BOARD)
SAID = (
    "Perhaps you thought: ",
    "Hint: ",
    "To read: ",
    "The smallest ",
    "Your agent chose",
    "◀ here",
)


@pytest.mark.parametrize("diagnosed", WRONG)
def test_all_is_said_in_lines_that_fit(diagnosed: Diagnosis) -> None:
    shown = shown_diagnosis(diagnosed, "minimax.1", command="pacgrid grade my_agent.py")
    lines = diagnosis_text(shown).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(any(part in line for line in lines) for part in SAID)


def test_the_board_stands_beside_its_values() -> None:
    text = diagnosis_text(shown_diagnosis(WRONG[1], "minimax.1"))
    assert "  %%%%%%%   action" in text


def test_a_remark_on_a_right_search_is_short() -> None:
    remarks = diagnosis("generates_twice", root=TREE).remarks
    right = Diagnosis(Verdict.RIGHT, 3, 3, remarks=remarks)
    text = diagnosis_text(shown_diagnosis(right, "minimax.1"))
    assert text.splitlines()[-1] == f"Worth knowing: your search {remarks[0].title}."


def test_terminals_without_unicode_get_letters() -> None:
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"), width=80)
    with console.capture() as capture:
        console.print(DiagnosisNote(shown_diagnosis(WRONG[0], "minimax.1")))
    assert capture.get().isascii()
    assert "MIN = 3 *" in capture.get()


def test_the_text_explains_each_diagnosis() -> None:
    view = student_view(Assignment.load("pacman"), diagnosed_grade(*map(outcome, WRONG, (1, 2))))
    text = as_text(view)
    assert all(part in text for part in SAID)
    for number, each in enumerate(WRONG, start=1):
        assert f"minimax.{number}: your search {each.findings[0].title}" in " ".join(text.split())
    assert "you stop here" in text
    assert "%P.  .%" in text
