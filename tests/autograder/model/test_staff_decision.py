import pytest

from helpers.decisions import decision


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (decision("points", "q.1", 2, computed=0), "2 points instead of 0, decided by {}: why"),
        (decision("points", "q.1", 2), "2 points, decided by {}: why"),
        (decision("add", "q", 1, computed=3), "1 point added to 3, decided by {}: why"),
        (decision("add", "q", -0.5, computed=3), "0.5 points taken off from 3, decided by {}: why"),
        (decision("add", "q", -1), "1 point taken off, decided by {}: why"),
        (decision("exempt"), "exempt, decided by {}: why"),
        (decision("comment", "q"), "comment by {}: why"),
        (
            decision("regrade", "q", answer="no"),
            "the points stay after a regrade, decided by {}: no",
        ),
        (
            decision("regrade", "q", 4, answer="you are right", computed=2),
            "4 points instead of 2 after a regrade, decided by {}: you are right",
        ),
    ],
)
def test_a_line_says_what_was_decided_and_students_do_not_learn_by_whom(made, line):
    assert made.line() == line.format("Dr. Okafor on 2026-11-03")
    assert made.line(is_public=True) == line.format("the staff on 2026-11-03")
    assert not made.to_check


def test_a_regrade_that_nobody_has_decided_is_to_check():
    asked = decision("regrade", "q", decided="", by="", reason="I am right")
    assert asked.line() == "regrade asked for, not decided yet: I am right"
    assert asked.to_check == "q: a regrade is asked for"


def test_what_has_changed_is_to_check():
    changed = decision("points", "q.1", 2, changed=("the test has changed",))
    assert changed.to_check == "q.1: the test has changed"


@pytest.mark.parametrize(
    ("one", "other", "contradicts"),
    [
        (("points", "q", 1), ("points", "q.2", 1), True),
        (("points", "", 1), ("add", "q.2", 1), True),
        (("exempt", "q"), ("regrade", "q", 1), True),
        (("points", "q.1", 1), ("add", "q.1", 1), True),
        (("points", "q.1", 1), ("add", "q", 1), False),
        (("points", "q.1", 1), ("points", "q.2", 1), False),
        (("add", "q", 1), ("add", "q", 2), False),
        (("points", "q", 1), ("comment", "q.2"), False),
        (("exempt", "p"), ("points", "q", 1), False),
    ],
)
def test_nothing_goes_beside_points_that_are_fixed(one, other, contradicts):
    assert decision(*one).contradicts(decision(*other)) == contradicts
