from pacgrid.autograder.diagnosis.evaluation_warnings import BLIND_TO_GHOSTS, INFINITE
from pacgrid.autograder.model.diagnosis import (
    EvaluationReport,
    EvaluationWarning,
    merged,
)

BLIND = EvaluationWarning(BLIND_TO_GHOSTS, "the same in all", is_general=True)
ENDLESS = EvaluationWarning(INFINITE, "inf")


def test_reports_of_several_tests_are_one():
    first = EvaluationReport(20, (BLIND, ENDLESS))
    second = EvaluationReport(4, (BLIND, ENDLESS))
    found = merged([first, second])
    assert found.warnings == (BLIND, ENDLESS)
    assert found.positions == 24
    assert merged([]) is None


def test_another_test_refutes_what_is_said_in_general():
    refuting = EvaluationReport(5, (), (BLIND_TO_GHOSTS.mistake,))
    found = merged([EvaluationReport(5, (BLIND, ENDLESS)), refuting])
    assert found.warnings == (ENDLESS,)
