from helpers.diagnoses import outcome
from pacgrid.autograder.model.diagnosis import Certainty, Diagnosis, Finding, Verdict
from pacgrid.autograder.reports.narrowing import narrowed

EQUAL, DEEP, TWICE = (Finding(name, name) for name in ("equal", "deep", "twice"))


def named(*findings: Finding, certainty: Certainty = Certainty.CERTAIN) -> Diagnosis:
    return Diagnosis(Verdict.NAMED, 4, 1, findings, certainty)


def test_only_a_sure_diagnosis_of_a_visible_test_narrows_another() -> None:
    outcomes = [
        outcome(named(EQUAL, DEEP, TWICE)),
        outcome(named(DEEP, EQUAL), 2),
        outcome(named(DEEP, certainty=Certainty.LIKELY), 3),
        outcome(named(EQUAL), 4, visibility="hidden"),
        outcome(None, 5),
    ]
    found = [each.diagnosis.findings if each.diagnosis else () for each in narrowed(outcomes)]
    assert found == [(DEEP, EQUAL), (DEEP, EQUAL), (DEEP,), (EQUAL,), ()]
    outcomes.append(outcome(named(DEEP), 6))
    found = [each.diagnosis.findings if each.diagnosis else () for each in narrowed(outcomes)]
    assert found == [(DEEP,), (DEEP,), (DEEP,), (EQUAL,), (), (DEEP,)]
