from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.course_register import graded, hand_in, refusal, roster
from helpers.grades import GOOD, MISSING
from pacgrid.autograder.course.dates import (
    CourseRow,
    Lateness,
    LatePolicy,
    decimal,
    duration,
    exact,
    lateness,
    used_before,
)
from pacgrid.autograder.reports.gradebook import late_days_table

DUE = datetime(2026, 10, 30, 23, 59, tzinfo=UTC)
POLICY = LatePolicy(grace_minutes=15, percent_per_day=10, percent_at_most=25, closes_after_days=7)


@pytest.mark.parametrize(
    ("late", "left", "rule", "points"),
    [
        (timedelta(days=-3), 2, "on time", 5),
        (timedelta(), 2, "on time", 5),
        (timedelta(seconds=1), 2, "grace: 1 s late", 5),
        (timedelta(minutes=15), 2, "grace: 15 min late", 5),
        (timedelta(minutes=15, seconds=1), 2, "1 late day used", 5),
        (timedelta(days=1), 2, "1 late day used", 5),
        (timedelta(days=1, seconds=1), 2, "2 late days used", 5),
        (timedelta(days=1, seconds=1), 1, "1 late day used; 10 % off: 2 days late", 4.5),
        (timedelta(hours=3), 0, "10 % off: 1 day late", 4.5),
        (timedelta(days=4), 9, "2 late days used; 20 % off: 4 days late", 4),
        (timedelta(days=7), 2, "2 late days used; 25 % off: 7 days late", 3.75),
        (timedelta(days=7, seconds=1), 2, "8 days late: nothing counts", 0),
    ],
)
def test_each_rule_is_named_and_costs_what_it_says(late, left, rule, points):
    found = lateness(DUE + late, DUE, POLICY, min(left, 2))
    assert found.rule == rule
    assert found.points_after(Fraction(5)) == Fraction(str(points))


SECONDS = st.integers(-3 * 86400, 30 * 86400)
POINTS = st.fractions(0, 100, max_denominator=60)


@st.composite
def policies(draw: st.DrawFn) -> LatePolicy:
    return LatePolicy(
        grace_minutes=draw(st.integers(0, 3000)),
        percent_per_day=draw(st.integers(0, 800)) / 8,
        percent_at_most=draw(st.integers(0, 800)) / 8,
        closes_after_days=draw(st.none() | st.integers(0, 20)),
    )


@given(policies(), SECONDS, SECONDS, POINTS, st.integers(0, 6))
def test_who_hands_in_later_never_has_more_points_nor_fewer_late_days(
    policy, first, second, points, left
):
    earlier, later = sorted((first, second))
    found = [lateness(DUE + timedelta(seconds=s), DUE, policy, left) for s in (earlier, later)]
    after = [one.points_after(points) for one in found]
    assert 0 <= after[1] <= after[0] <= points
    assert found[0].used <= found[1].used or found[1].is_closed
    assert all(one.used <= left for one in found)


@given(policies(), SECONDS, POINTS, POINTS, st.integers(0, 6))
def test_better_work_has_at_least_as_many_points(policy, seconds, points, more, left):
    found = lateness(DUE + timedelta(seconds=seconds), DUE, policy, left)
    all_ = points + more
    assert found.points_after(points) <= found.points_after(all_)
    further = lateness(DUE + timedelta(seconds=seconds), DUE, policy, left + 1)
    assert further.points_after(points) >= found.points_after(points)


@given(st.fractions(0, 1000, max_denominator=720))
def test_points_are_the_fractions_they_stand_for(fraction):
    assert exact(float(fraction)) == fraction
    assert exact(sum([float(fraction) / 3] * 3)) == fraction


def test_points_are_shown_with_two_decimals_and_halves_go_up():
    numbers = "0 2.5 1/3 1/8 2.675 9.995 -1/3 -1/1000 100"
    shown = "0 2.5 0.33 0.13 2.68 10 -0.33 0 100"
    assert [decimal(Fraction(number)) for number in numbers.split()] == shown.split()


def test_no_float_decides_what_is_left():
    late = lateness(DUE + timedelta(hours=1), DUE, LatePolicy(percent_per_day=10))
    assert late.points_after(exact(0.1 + 0.2)) == Fraction(27, 100)
    assert decimal(late.points_after(exact(0.35))) == "0.32"  # 0.315: halves go up


def test_a_duration_has_its_two_largest_units():
    times = [timedelta(), timedelta(seconds=59), timedelta(hours=25), timedelta(days=2, seconds=3)]
    assert list(map(duration, times)) == ["0 s", "59 s", "1 d 1 h", "2 d 3 s"]


LATE = Lateness(timedelta(hours=3), 1, percent=Fraction(10))


def test_a_student_reads_the_rule_and_the_points_unless_tests_are_hidden():
    course_row = CourseRow(lateness=LATE, rule=LATE.rule)
    grade = graded(hand_in("1"), 4)
    assert course_row.late == "3 h"
    assert course_row.line(grade) == "10 % off: 1 day late; 3.6 points count"
    assert course_row.line(grade, has_hidden_tests=True) == "10 % off: 1 day late"
    assert CourseRow(rule="on time", lateness=Lateness()).line(grade) == "on time"
    assert CourseRow().line(grade) == ""
    assert course_row.final(MISSING) is None
    assert course_row.line(MISSING) == "10 % off: 1 day late"


PAIR = roster("name,id\nAda,-1\nBob,2\n")


def test_late_days_of_earlier_assignments_add_up(tmp_path):
    files = [tmp_path / "1.csv", tmp_path / "2.csv"]
    for path, used in zip(files, (1, 2), strict=True):
        path.write_text(f"identifier,late days used\n'-1,{used}\n2,\n9,5\n")
    found = used_before(files, PAIR)
    assert {one.name: days for one, days in found.items()} == {"Ada": 3, "Bob": 0}
    files[0].write_text(late_days_table([(GOOD, CourseRow())]))
    assert used_before(files[:1], PAIR) == {}
    files[0].write_text("identifier,late days used\n2,many\n")
    line = f"{files[0]}:2: 'many' is not a number of late days; correct it"
    assert refusal(used_before, files, PAIR) == line
