import json
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given

from helpers.diagnoses import BOARD, TREE, diagnosed_grade, diagnosis
from helpers.diagnoses import outcome as diagnosed
from helpers.grades import FULL, GAMES, GOOD, ILL, few, grades
from pacgrid.autograder.model.evaluation_report import EvaluationReport
from pacgrid.autograder.model.grade_json import dump_grade, dump_outcome, read_grade, read_outcome


@pytest.mark.parametrize("grade", [GOOD, ILL, FULL], ids=lambda grade: grade.name)
def test_a_grade_is_read_as_it_was(grade):
    assert read_grade(dump_grade(grade)) == (grade, "", None)


def test_a_grade_from_when_staff_could_decide_is_read_if_they_had_not():
    data = json.loads(dump_grade(GOOD))
    nothing = {"decided": None, "decided_from": None, "is_exempt": False}
    data["grade"] |= {"decisions": [], **nothing}
    for question in data["grade"]["questions"]:
        question.update(nothing)
        for outcome in question["outcomes"]:
            outcome.update({"decided_from": None, "visited": "2f1c", "values": ""})
    assert read_grade(json.dumps(data)) == (GOOD, "", None)


def test_an_outcome_is_read_as_it_was_with_its_seconds():
    outcome = read_outcome(dump_outcome(replace(GAMES, seconds=2.5)))
    assert outcome == GAMES
    assert outcome.seconds == 2.5


@pytest.mark.parametrize("root", [TREE, BOARD])
def test_a_diagnosis_is_read_as_it_was_and_told_to_programs(root):
    outcome = diagnosed(diagnosis("chooses_lowest", root=root))
    assert read_outcome(dump_outcome(outcome)) == outcome
    (test,) = json.loads(json.dumps(diagnosed_grade(outcome).to_json()))["questions"][0]["tests"]
    assert test["diagnosis"]["findings"][0]["mistake"] == "chooses_lowest"
    assert test["diagnosis"]["counterexample"]["drawing"] == str(root)


@few
@given(grades)
def test_whatever_is_handed_in_makes_one_line_that_can_be_kept_and_read(grade):
    text = dump_grade(grade)
    assert "\n" not in text
    text.encode()
    read, *_ = read_grade(text)
    assert dump_grade(read) == text
    assert [q.points for q in read.questions] == [q.points for q in grade.questions]


@pytest.mark.parametrize("points", [nan, inf])
def test_points_that_are_no_number_are_refused(points):
    with pytest.raises(ValueError, match="JSON compliant"):
        dump_outcome(replace(GAMES, points=points))


TEXT = dump_outcome(GAMES)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "EOF"),
        ("{}", "outcome: Field required"),
        (dump_grade(GOOD), "outcome: Field required"),
        (TEXT.replace('"points": 2', '"points": NaN'), "outcome.points: .* finite"),
        (TEXT.replace('"points": 2', '"points": 1e999'), "outcome.points: .* finite"),
        (TEXT.replace('"points": 2', '"points": "2"'), "outcome.points: .* valid number"),
        (TEXT.replace('"nodes"', '"nodez"'), "outcome.nodez"),
        (TEXT.replace('"visible"', '"seen"'), "outcome.visibility"),
    ],
)
def test_what_is_no_outcome_is_refused_in_one_line(text, what):
    with pytest.raises(ValueError, match=what) as told:
        read_outcome(text)
    assert "\n" not in str(told.value)


def test_a_grade_from_when_hand_ins_were_counted_is_read():
    data = json.loads(dump_grade(GOOD))
    data["grade"]["shown_before"] = ["minimax: chooses_lowest"]
    assert read_grade(json.dumps(data)) == (GOOD, "", None)


def test_fields_that_earlier_versions_wrote_are_left_out():
    outcome = replace(GAMES, evaluation=EvaluationReport(3))
    data = json.loads(dump_outcome(outcome))
    data["outcome"] |= {"visited": "1f", "values": "2e", "cpu_seconds": 1.5}
    data["outcome"]["evaluation"]["values"] = "3d"
    assert read_outcome(json.dumps(data)) == outcome


def test_what_is_no_grade_is_refused():
    with pytest.raises(ValueError, match="is no grade: grade: Field required"):
        read_grade(TEXT)
