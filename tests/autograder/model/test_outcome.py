"""The rules of questions, as the classes of the original decide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.model.outcome import (
    MOST_KINDS,
    CaseResult,
    CaseStatus,
    PlacedFailure,
    Rule,
    amount,
    numbered,
    placed_failures,
    points_by,
    rule_text,
    total,
    worth,
)
from pacgrid.common.failure import Failure

ONE, OTHER = Failure("ValueError: one"), Failure("ValueError: other")


def test_each_kind_of_failure_is_there_once_with_all_its_places():
    odd = [(number, ONE) for number in (1, 2, 3, 4, 7, 9, 10)]
    failures = sorted([*odd, (5, OTHER)], key=lambda pair: pair[0])
    assert placed_failures("game", failures) == (
        PlacedFailure(ONE, "games 1-4, 7 and 9-10"),
        PlacedFailure(OTHER, "game 5"),
    )
    placed = placed_failures("position", [(2, ONE), (3, OTHER)], range(4, 7))
    untried = "position 3 (positions 4-6 were not tried)"
    assert [each.place for each in placed] == ["position 2", untried]
    placed = placed_failures("game", [(n, Failure(f"error {n}")) for n in range(1, 10)])
    assert len(placed) == MOST_KINDS + 1
    assert placed[-1] == PlacedFailure(Failure("failed in other ways, too"), "games 5-9")


@pytest.mark.parametrize(
    "message",
    [
        "returned None; legal actions: {}",
        "returned ({}, 3) (tuple): return the action alone; legal actions: {}",
        "A can't be built: its __init__ must accept {}",
        "f returned {} (str); it must return a number",
    ],
)
def test_messages_that_differ_in_a_value_are_of_one_kind(message):
    failures = [(number, Failure(message.replace("{}", str(number)))) for number in (1, 2)]
    (placed,) = placed_failures("game", failures)
    assert placed == PlacedFailure(failures[0][1], "games 1-2")


@given(st.sets(st.integers(1, 30), min_size=1))
def test_every_number_is_in_a_run(numbers):
    _, _, listed = numbered("game", sorted(numbers)).partition(" ")
    runs = [part.split("-") for part in listed.replace(" and ", ", ").split(", ")]
    assert [n for run in runs for n in range(int(run[0]), int(run[-1]) + 1)] == sorted(numbers)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        *((0, "0 points"), (1.0, "1 point"), (2.5, "2.5 points"), (1 / 3, "0.33 points")),
        *((0.1 + 0.2, "0.3 points"), (1e6, "1000000 points")),
    ],
)
def test_points_have_at_most_two_decimals(points, text):
    assert worth(points) == text
    assert amount(points) == text.split()[0]
    assert total(0.5, points) == (f"0.5 of {text}" if points else "0.5 points extra")


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
