"""The rules of questions, as the classes of the original decide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.model.case_result import CaseResult, CaseStatus
from pacgrid.autograder.model.rules import Rule, points_by, rule_text

RULES: list[Rule] = ["all", "partial", "weighted", "count", "unknown"]


def case(status: str, earned: float = 0, weight: float | None = None) -> CaseResult:
    statuses: dict[str, CaseStatus] = {"p": "passed", "f": "failed", "r": "raised", "n": "not run"}
    return CaseResult("q1/a", statuses[status], earned=earned, weight=weight)


P, F, R, N = map(case, "pfrn")


@pytest.mark.parametrize(
    ("rule", "full", "cases", "points"),
    [
        ("all", 5, [P, P], 5),
        ("all", 5, [P, F], 0),
        ("all", 5, [P, N], 0),
        ("all", 5, [P, case("p", 1)], 5),
        ("partial", 6, [case("p", 2), case("p", 3)], 5),
        ("partial", 6, [P, case("p", 4)], 4),
        ("partial", 2, [case("p", 4)], 4),
        ("partial", 6, [F, case("p", 4)], 0),
        ("partial", 6, [N, case("p", 4)], 0),
        ("weighted", 3, [case("p", 0, 1), case("p", 0, 2)], 3),
        ("weighted", 3, [case("p", 0, 1.5), case("f", 0, 2)], 1),
        ("weighted", 3, [case("p", 0, 3), F], 0),
        ("weighted", 3, [case("p", 0, 2), F], 2),
        ("weighted", 3, [case("p", 0, 3), P], 3),
        ("count", 3, [P, F, P], 2),
        ("count", 3, [P, case("p", 1)], 3),
        ("unknown", 3, [P, P], 0),
    ],
)
def test_the_points_follow_from_the_cases(rule, full, cases, points):
    assert points_by(rule, full, 0, cases) == points
    assert points_by(rule, full, 0, [*cases, R]) == 0


def test_extra_points_come_on_top_of_full_ones_only():
    assert points_by("all", 5, 2, [P]) == 7
    assert points_by("all", 5, 2, [F]) == 0
    assert [points_by("all", 0, 2, [each]) for each in (P, F, R)] == [2, 0, 0]
    assert rule_text("sum", 2) == "2 points extra"
    assert rule_text("all", 2) == "all tests must pass; 2 points extra for full points"


@given(st.sampled_from(RULES), st.lists(st.sampled_from([P, F, N, case("p", 2), case("f", 0, 1)])))
def test_a_case_that_fails_never_helps(rule, cases):
    better = [P if each is F else each for each in cases]
    assert points_by(rule, 4, 0, cases) <= points_by(rule, 4, 0, better)
