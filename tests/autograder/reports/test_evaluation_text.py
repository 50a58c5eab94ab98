from dataclasses import replace

import pytest

from helpers.grades import ASSIGNMENT, ATTACKS, GAMES, GOOD, HIDDEN, UNANSWERED, reflex
from helpers.report_formats import checked_page
from pacgrid.autograder.diagnosis.evaluation_findings import BLIND_TO_GHOSTS, MIRRORED
from pacgrid.autograder.model.evaluation_report import (
    EvaluationReport,
    EvaluationWarning,
    FeatureSummary,
    GamesResult,
    Sense,
)
from pacgrid.autograder.reports.evaluation_text import evaluation_notes, side_by_side
from pacgrid.autograder.reports.feedback import as_page, as_text
from pacgrid.autograder.reports.gradescope_results import results
from pacgrid.autograder.reports.student_view import student_view

FOOD = FeatureSummary("food", -3, 2.5, 1, 7, GamesResult(1, 2, 10.4), GamesResult(2, 2, 500))
REPORT = EvaluationReport(
    9,
    (
        EvaluationWarning(BLIND_TO_GHOSTS, "the same in all", ("%P 1%", "%P1 %"), is_general=True),
        EvaluationWarning(MIRRORED, "1, mirrored 2", is_remark=True),
    ),
    senses=(
        Sense("food nearer", 0, 8, 10, 1),
        Sense("10 points more", 9, 0, 10, 1),
        Sense("a ghost nearer", 5, 5, 10, -1),
        Sense("a capsule less", 0, 0, 10, 0),
    ),
    features=(FOOD, FeatureSummary("near", 1000, 0.25, 0, 1)),
    baseline=GamesResult(2, 2, 700),
)


def test_warnings_and_features_are_put_into_words():
    (ghosts, below), (remark, _), (what, senses), (heading, table) = evaluation_notes(REPORT)
    assert ghosts == "your evaluation ignores the ghosts"
    assert below.startswith("Observed: the same in all\nPerhaps you thought: ")
    assert below.endswith("\n  %P 1%   %P1 %")
    assert remark == "worth knowing: your evaluation changes when the board is mirrored"
    assert what == "what its value does when one thing changes, in 9 positions of the games"
    assert senses.splitlines() == [
        "higher    10 points more",
        "lower     food nearer (usually higher)",
        "varies    a ghost nearer",
        "the same  a capsule less",
    ]
    assert heading.startswith("features in 9 positions; of 2 games,")
    assert table.splitlines() == [
        "feature    weight   mean   least   most   weight × 0   weight × 2",
        "food       -3       2.5    1       7      1 won, 10    2 won, 500",
        "near       1000     0.25   0       1      –            –",
        "as it is                                  2 won, 700   2 won, 700",
    ]


def test_the_costliest_three_warnings_are_shown_remarks_last():
    numbered = [
        EvaluationWarning(MIRRORED, str(cost), is_remark=cost == 9, cost=cost) for cost in range(10)
    ]
    shown = EvaluationReport(9, tuple(numbered)).shown
    assert [warning.evidence for warning in shown] == ["8", "7", "6"]
    shown = EvaluationReport(9, tuple(numbered[8:])).shown
    assert [warning.evidence for warning in shown] == ["8", "9"]


def test_texts_of_any_size_stand_side_by_side():
    assert side_by_side(["a\nbb", "c"]) == "a    c\nbb"
    assert side_by_side([]) == ""


@pytest.mark.parametrize("show", [as_text, as_page])
def test_feedback_has_it_unless_the_test_is_hidden(show):
    outcome = replace(GAMES, evaluation=REPORT)
    for visibility in ("visible", "hidden"):
        question = reflex(replace(outcome, visibility=visibility))
        text = show(student_view(ASSIGNMENT, replace(GOOD, questions=(question, UNANSWERED))))
        is_shown = visibility == "visible"
        assert ("ignores the ghosts" in text) == ("1000" in text) == is_shown


def test_gradescope_has_it_once_in_visible_tests():
    tests = [replace(each, evaluation=REPORT) for each in (HIDDEN, GAMES, GAMES)]
    grade = replace(GOOD, questions=(reflex(*tests), UNANSWERED))
    shown = [test["output"] for test in results(ASSIGNMENT, grade)["tests"][:3]]
    for part in ("ignores the ghosts", "%P 1%"):
        assert [part in output for output in shown] == [True, False, False]


def test_programs_get_the_warnings_and_features():
    data = REPORT.to_json()
    assert data["warnings"][0]["mistake"] == BLIND_TO_GHOSTS.mistake
    assert data["warnings"][1]["is_remark"]
    assert data["features"][0]["doubled"] == {"wins": 2, "games": 2, "average": 500}


@pytest.mark.parametrize("attack", ATTACKS)
def test_names_of_features_and_messages_stay_text(attack):
    warning = EvaluationWarning(BLIND_TO_GHOSTS, attack, ("%P%",))
    report = EvaluationReport(9, (warning,), features=(replace(FOOD, name=attack),))
    grade = replace(GOOD, questions=(reflex(replace(GAMES, evaluation=report)), UNANSWERED))
    checked_page(as_page(student_view(ASSIGNMENT, grade)))
