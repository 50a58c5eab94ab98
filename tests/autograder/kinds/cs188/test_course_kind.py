import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.evaluation_warnings import FAILS
from pacgrid.autograder.kinds.cs188.course_kind import in_course_words
from pacgrid.autograder.model.diagnosis import (
    Diagnosis,
    EvaluationReport,
    EvaluationWarning,
    Verdict,
)
from pacgrid.autograder.model.outcome import Outcome, PlacedFailure
from pacgrid.common.failure import Failure


@pytest.mark.parametrize(
    ("message", "ours", "theirs"),
    [
        ("returned 2 (int); legal actions: Action.EAST", "Action.EAST", "Directions.EAST"),
        ("X can't be built: its __init__ must accept depth and evaluation", "evaluation", "evalFn"),
        ("NameError: name 'Action' is not defined", "", ""),
    ],
)
def test_failures_have_the_names_of_course_files(message, ours, theirs):
    failure = Failure(message)
    failed = Outcome("", "", 0, 1, failure=failure)
    others = Outcome("", "", 0, 1, other_failures=(PlacedFailure(failure, "game 2"),))
    for outcome in map(in_course_words, (failed, others)):
        assert [each.failure.message for each in outcome.failures] == [
            message.replace(ours, theirs)
        ]


def test_hints_name_what_course_files_have():
    by_name = {each.name: each.finding for each in known_mistakes("minimax")}
    ignores, short = by_name["ignores_evaluation"], by_name["one_ply_too_few"]
    found = Diagnosis(Verdict.NAMED, asked=2, right=1, findings=(short,), remarks=(ignores,))
    report = EvaluationReport(1, (EvaluationWarning(FAILS, "it fails"),))
    shown = in_course_words(Outcome("", "", 0, 1, diagnosis=found, evaluation=report))
    assert shown.diagnosis.findings == (short,)
    assert "self.evaluationFunction" in shown.diagnosis.remarks[0].hint
    assert "State.parse" not in shown.evaluation.warnings[0].finding.hint
