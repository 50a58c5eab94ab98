"""Diagnoses and reports on evaluations in words."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from helpers.diagnoses import BOARD, TREE, diagnosis, outcome
from helpers.grades import ASSIGNMENT, ATTACKS, GAMES, GOOD, HIDDEN, UNANSWERED, reflex
from helpers.report_formats import checked_page
from pacgrid import Action
from pacgrid.autograder.diagnosis.evaluation_warnings import BLIND_TO_GHOSTS, ORDER
from pacgrid.autograder.diagnosis.search_task import TreePosition
from pacgrid.autograder.model.diagnosis import (
    Certainty,
    Diagnosis,
    EvaluationReport,
    EvaluationWarning,
    Finding,
    Sense,
    Verdict,
)
from pacgrid.autograder.reports.json_reports import as_json, gradescope_results
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.shown_diagnosis import (
    diagnosis_text,
    evaluation_notes,
    folded,
    shown_diagnoses,
    shown_diagnosis,
    side_by_side,
)
from pacgrid.autograder.reports.student_view import ShownFailure, student_view
from pacgrid.autograder.reports.terminal_report import (
    MOST_LINES,
    DiagnosisNote,
    failure_note,
    plain_text,
)
from pacgrid.common.failure import Failure

NAMED = diagnosis("chooses_lowest")
EXAMPLE = NAMED.counterexample
FINDING = Finding("lost", "loses its way")


@pytest.mark.parametrize(
    ("changes", "title", "certainty"),
    [
        ({}, "your search takes the lowest value where Pac-Man moves", "Everything it did fits"),
        ({"findings": (FINDING, FINDING)}, "one of these mistakes", "fits each of them"),
        ({"verdict": Verdict.COMBINED, "findings": (FINDING,) * 2}, "two mistakes", "together"),
        ({"verdict": Verdict.UNEXPLAINED, "findings": ()}, "wrong", "In all, it chose a"),
        ({"verdict": Verdict.FAILED, "findings": ()}, "a legal action", "In all, it chose"),
        ({"verdict": Verdict.UNSTABLE, "findings": ()}, "always", "In all, it chose"),
        ({"certainty": Certainty.PART}, "at least takes", "something else is wrong, too"),
        ({"asked": 1}, "lowest", "for one move only. This fits this mistake, and may fit others"),
    ],
)
def test_a_verdict_is_said_with_how_sure_it_is(changes, title, certainty):
    shown = shown_diagnosis(replace(NAMED, **{"asked": 3, **changes}), "minimax.1")
    assert title in shown.title
    assert certainty in shown.certainty


@pytest.mark.parametrize(
    ("verdict", "whose"),
    [(Verdict.COMBINED, "these mistakes"), (Verdict.NAMED, "the first of these mistakes")],
)
def test_the_legend_says_whose_values_are_shown(verdict, whose):
    several = replace(diagnosis("ghosts_maximise"), verdict=verdict, findings=(FINDING,) * 2)
    example = shown_diagnosis(several, "minimax.1").example
    assert example.legend.endswith(f"mistake: the value with {whose}")


def test_an_example_says_what_was_expected_and_observed():
    shown = shown_diagnosis(NAMED, "minimax.2", command="pacgrid grade a.py")
    assert shown.command == "pacgrid grade a.py --only minimax.2.3"
    assert shown.example.choice == "Expected: north, worth 3. Your agent chose east, worth 2."
    board = shown_diagnosis(diagnosis("chooses_lowest", root=BOARD), "minimax.2").example
    assert board.board.splitlines() == ["%%%%%%%", "%P.  .%", "%.%%1%%", "%%%%%%%"]
    assert {value.remark for value in board.values} >= {"best", "you chose this"}
    case = replace(NAMED, counterexample=replace(NAMED.counterexample, name="q2/a tree"))
    shown = shown_diagnosis(case, "q2.1", command="pacgrid grade a.py")
    assert shown.command == "pacgrid grade a.py --only 'q2/a tree'"
    failed = replace(NAMED.counterexample, chosen=None, best=(Action.NORTH, Action.EAST))
    shown = shown_diagnosis(replace(NAMED, counterexample=failed), "minimax.2")
    assert "north or east" in shown.example.choice
    assert "no legal action" in shown.example.choice


def test_the_same_mistake_is_explained_once_and_hidden_tests_have_no_command():
    outcomes = [
        outcome(NAMED),
        outcome(NAMED, 2),
        outcome(diagnosis("returns_value"), 3, visibility="hidden"),
        outcome(Diagnosis(Verdict.RIGHT, 3, 3), 4),
        outcome(Diagnosis(Verdict.RIGHT, 3, 3, remarks=(FINDING,)), 5),
        outcome(None, 6),
    ]
    shown = shown_diagnoses("minimax", outcomes, "pacgrid grade a.py")
    assert list(shown) == [1, 2, 3, 5]
    assert shown[2].title == "your search makes the same mistake as in minimax.1"
    assert [bool(shown[number].example) for number in (2, 3)] == [False, True]
    assert not shown[3].command
    assert not shown[5].is_wrong
    assert shown[5].remarks == ("your search loses its way",)
    failed = Diagnosis(Verdict.FAILED, 3, 0, counterexample=EXAMPLE)
    outcomes = [outcome(failed), outcome(failed, 2, failure=Failure("AttributeError"))]
    assert list(shown_diagnoses("minimax", outcomes, "")) == [1], "a failure explains it already"


def test_a_mistake_is_explained_with_the_smallest_example_of_the_visible_tests():
    small = diagnosis("chooses_lowest", root=TreePosition.parse("MAX: 1 2"))
    outcomes = [outcome(NAMED), outcome(small, 2), outcome(small, 3, visibility="hidden")]
    shown = shown_diagnoses("minimax", outcomes, "pacgrid grade a.py")[1]
    assert "(minimax.2, tree 3, looking" in shown.example.heading
    assert shown.command == "pacgrid grade a.py --only minimax.2.3"


WRONG = diagnosis("only_own_move"), diagnosis("one_ply_too_many", root=BOARD)
SAID = ("Perhaps you thought: ", "Hint: ", "To read: ", "The smallest ", "Your agent chose")
COMMAND = "pacgrid grade my_agent.py"


@pytest.mark.parametrize("diagnosed", WRONG)
def test_all_is_said_in_lines_that_fit_and_the_brief_note_has_few(diagnosed: Diagnosis) -> None:
    shown = shown_diagnosis(diagnosed, "minimax.1", command=COMMAND)
    lines = diagnosis_text(shown).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(any(part in line for line in lines) for part in (*SAID, "◀ here"))
    lines = plain_text(DiagnosisNote(shown, 14), 80).splitlines()
    assert len(lines) <= MOST_LINES - 1
    assert max(map(len, lines)) <= 80
    said = ("minimax.1: your search ", "Hint: ", f"  {COMMAND} --only minimax.1.")
    assert all(any(line.startswith(part) for line in lines) for part in said)
    assert any("Your agent chose " in line for line in lines)


def test_the_board_stands_beside_its_values_and_a_remark_on_a_right_search_is_short() -> None:
    text = diagnosis_text(shown_diagnosis(WRONG[1], "minimax.1"))
    assert "  %%%%%%%   action" in text
    assert side_by_side(["a\nbb", "c"]) == "a    c\nbb"
    assert side_by_side([]) == ""
    right = Diagnosis(Verdict.RIGHT, 3, 3, remarks=(FINDING,))
    text = diagnosis_text(shown_diagnosis(right, "minimax.1"))
    assert text.splitlines()[-1] == f"Worth knowing: your search {FINDING.title}."


def test_terminals_without_unicode_get_letters() -> None:
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"), width=80)
    with console.capture() as capture:
        console.print(DiagnosisNote(shown_diagnosis(WRONG[0], "minimax.1")))
    assert capture.get().isascii()
    assert "MIN = 3 *" in capture.get()


def test_a_large_tree_keeps_the_way_to_where_the_search_goes_wrong() -> None:
    example = shown_diagnosis(diagnosis("only_own_move", root=TREE), "minimax.1").example
    assert folded(example.tree, 100) == example.tree
    lines = folded(example.tree, 7).splitlines()
    assert len(lines) == 7
    assert sum("◀" in line for line in lines) == 1
    assert [line[0] for line in lines[:2]] == ["▲", "├"]
    assert any(line.endswith(" …") for line in lines)


def test_of_a_traceback_the_last_call_is_kept() -> None:
    call = '  File "a.py", line {0}, in f\n    f{0}()\n'
    details = call.format(1) + call.format(2) + call.format(3) + "in this position:\n%%%%"
    failure = ShownFailure(Failure("KeyError", details), "minimax", places=["minimax.1"])
    text = plain_text(failure_note(failure, is_brief=True))
    assert text == f"minimax.1: KeyError\n{call.format(3)}in this position:\n%%%%\n"


REPORT = EvaluationReport(
    9,
    (
        EvaluationWarning(BLIND_TO_GHOSTS, "the same in all", ("%P 1%", "%P1 %"), is_general=True),
        EvaluationWarning(ORDER, "1 and 2", is_remark=True),
    ),
    senses=(
        Sense("food nearer", 0, 8, 10, 1),
        Sense("10 points more", 9, 0, 10, 1),
        Sense("a ghost nearer", 5, 5, 10, -1),
        Sense("a capsule less", 0, 0, 10, 0),
    ),
)


def test_warnings_are_put_into_words():
    (ghosts, below), (remark, _), (what, senses) = evaluation_notes(REPORT)
    assert ghosts == "your evaluation ignores at least one ghost"
    assert below.startswith("Observed: the same in all\nPerhaps you thought: ")
    assert below.endswith("\n  %P 1%   %P1 %")
    assert remark == "worth knowing: your evaluation changes when two ghosts change places"
    assert what == "what its value does when one thing changes, in 9 positions of the games"
    assert senses.splitlines() == [
        "higher    10 points more",
        "lower     food nearer (usually higher)",
        "varies    a ghost nearer",
        "the same  a capsule less",
    ]


def test_the_costliest_three_warnings_are_shown_remarks_last():
    numbered = [
        EvaluationWarning(ORDER, str(cost), is_remark=cost == 9, cost=cost) for cost in range(10)
    ]
    for warnings, evidence in ((numbered, ["8", "7", "6"]), (numbered[8:], ["8", "9"])):
        assert [each.evidence for each in EvaluationReport(9, (*warnings,)).shown] == evidence


def test_gradescope_has_it_once_in_visible_tests_and_programs_get_the_warnings():
    tests = [replace(each, evaluation=REPORT) for each in (HIDDEN, GAMES, GAMES)]
    grade = replace(GOOD, questions=(reflex(*tests), UNANSWERED))
    shown = [test["output"] for test in gradescope_results(ASSIGNMENT, grade)["tests"][:3]]
    for part in ("ignores at least one ghost", "%P 1%"):
        assert [part in output for output in shown] == [True, False, False]
    first, second = as_json(REPORT)["warnings"]
    assert first["finding"]["mistake"] == BLIND_TO_GHOSTS.mistake
    assert second["is_remark"]


@pytest.mark.parametrize("attack", ATTACKS)
def test_messages_stay_text(attack):
    warning = EvaluationWarning(BLIND_TO_GHOSTS, attack, ("%P%",))
    report = EvaluationReport(9, (warning,))
    grade = replace(GOOD, questions=(reflex(replace(GAMES, evaluation=report)), UNANSWERED))
    checked_page(as_page(student_view(ASSIGNMENT, grade)))
