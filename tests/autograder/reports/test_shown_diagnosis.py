from dataclasses import replace

import pytest

from helpers.diagnoses import BOARD, diagnosis, outcome
from pacgrid import Action
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.model.diagnosis import Certainty, Diagnosis, Finding, Verdict
from pacgrid.autograder.reports.shown_diagnosis import shown_diagnoses, shown_diagnosis
from pacgrid.common.failure import Failure

NAMED = diagnosis("chooses_lowest")
EXAMPLE = NAMED.counterexample
FINDING = Finding("lost", "loses its way")


@pytest.mark.parametrize(
    ("changes", "title", "certainty"),
    [
        ({}, "your search chooses the action with the lowest value", "Everything it did fits this"),
        ({"findings": (FINDING, FINDING)}, "one of these mistakes", "fits each of them"),
        ({"verdict": Verdict.COMBINED, "findings": (FINDING,) * 2}, "two mistakes", "together"),
        ({"verdict": Verdict.UNEXPLAINED, "findings": ()}, "wrong", "In all, it chose a"),
        ({"verdict": Verdict.FAILED, "findings": ()}, "no action", "In all, it chose"),
        ({"verdict": Verdict.UNSTABLE, "findings": ()}, "always", "In all, it chose"),
        ({"certainty": Certainty.POSSIBLE}, "lowest", "but not everything"),
    ],
)
def test_a_verdict_is_said_with_how_sure_it_is(changes, title, certainty):
    shown = shown_diagnosis(replace(NAMED, **changes), "minimax.1")
    assert title in shown.title
    assert certainty in shown.certainty


def test_an_example_says_what_was_expected_and_observed():
    shown = shown_diagnosis(NAMED, "minimax.2", command="pacgrid grade a.py")
    assert shown.command == "pacgrid grade a.py --only minimax.2.3"
    assert shown.example
    assert shown.example.choice == "Expected: north, worth 3. Your agent chose east, worth 2."
    board = shown_diagnosis(diagnosis("chooses_lowest", root=BOARD), "minimax.2").example
    assert board
    assert board.board.splitlines() == ["%%%%%%%", "%P.  .%", "%.%%1%%", "%%%%%%%"]
    assert {value.remark for value in board.values} >= {"best", "you chose this"}
    case = replace(NAMED, counterexample=replace(NAMED.counterexample, name="q2/a tree"))
    shown = shown_diagnosis(case, "q2.1", command="pacgrid grade a.py")
    assert shown.command == "pacgrid grade a.py --only 'q2/a tree'"
    failed = replace(NAMED.counterexample, chosen=None, best=(Action.NORTH, Action.EAST))
    shown = shown_diagnosis(replace(NAMED, counterexample=failed), "minimax.2")
    assert shown.example
    assert "north or east" in shown.example.choice
    assert "no action" in shown.example.choice


def test_the_same_mistake_is_explained_once_and_hidden_tests_have_no_command():
    remarks = Diagnosis(Verdict.RIGHT, 3, 3, remarks=(FINDING,))
    outcomes = [
        outcome(NAMED),
        outcome(NAMED, 2),
        outcome(diagnosis("returns_value"), 3, visibility="hidden"),
        outcome(Diagnosis(Verdict.RIGHT, 3, 3), 4),
        outcome(remarks, 5),
        outcome(None, 6),
    ]
    shown = shown_diagnoses("minimax", outcomes, "pacgrid grade a.py")
    assert list(shown) == [1, 2, 3, 5]
    assert shown[2].title == "your search makes the same mistake as in minimax.1"
    assert not shown[2].example
    assert shown[3].example
    assert not shown[3].command
    assert not shown[5].is_wrong
    assert shown[5].remarks == ("your search loses its way",)


def test_a_mistake_is_explained_with_the_smallest_example_of_the_visible_tests():
    small = diagnosis("chooses_lowest", root=TreePosition.parse("MAX: 1 2"))
    outcomes = [outcome(NAMED), outcome(small, 2), outcome(small, 3, visibility="hidden")]
    shown = shown_diagnoses("minimax", outcomes, "pacgrid grade a.py")[1]
    assert "(minimax.2, tree 3, looking" in shown.example.heading
    assert shown.command == "pacgrid grade a.py --only minimax.2.3"


def test_a_failure_that_is_explained_already_gets_no_diagnosis():
    failed = Diagnosis(Verdict.FAILED, 3, 0, counterexample=EXAMPLE)
    outcomes = [outcome(failed), outcome(failed, 2, failure=Failure("AttributeError"))]
    assert list(shown_diagnoses("minimax", outcomes, "")) == [1]
