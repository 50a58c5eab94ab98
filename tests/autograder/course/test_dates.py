from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from helpers.course_register import dates
from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.autograder.course.dates import Dates

OWN = '[[assignments]]\ntitle = "HW 1"\ndue = 2026-10-30T23:59:00\n'
ZONE = 'zone = "Europe/Berlin"\n'


def test_an_assignment_has_the_courses_policy_unless_it_has_its_own():
    found = dates(
        "late_days = 5\ngrace_minutes = 10\npercent_per_day = 12.5\ncounts = 'best'",
        "grace_minutes = 30\nlate_days = 2\nearlier = ['hw0/lateness.csv']",
    )
    assert found.due == datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
    assert found.rules.grace == timedelta(minutes=30)
    assert found.rules.percent_per_day == Fraction(25, 2)
    assert (found.course_late_days, found.rules.late_days) == (5, 2)
    assert (found.counts, found.group_size) == ("best", 1)
    assert found.earlier == (Path("course/hw0/lateness.csv"),)
    assert found.shown(found.due) == "2026-10-30 23:59"


def test_a_time_factor_is_exact_and_does_not_follow_the_clocks():
    found = dates("", "opens = 2026-10-23T23:59:00")  # the clocks go back in this week
    later = found.with_factor(Fraction(3, 2))
    assert later is not None
    assert found.shown(later) == "2026-11-03 12:29"
    assert dates().with_factor(Fraction(2)) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("zone", ":1: Expected '=' after a key in a key/value pair"),
        (OWN, ": zone: missing; add this key"),
        (ZONE, ": assignments: missing; add this key"),
        (
            'zone = "Europe/Berln"\n' + OWN,
            ": zone: unknown time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?",
        ),
        (
            'zone = "../../etc/passwd"\n' + OWN,
            ": zone: unknown time zone '../../etc/passwd'; write one such as 'Europe/Berlin'",
        ),
        (
            ZONE + "grace_minuts = 5\n" + OWN,
            ": unknown key 'grace_minuts'; did you mean 'grace_minutes'?",
        ),
        (
            ZONE + OWN + "du = 2026-10-30T23:59:00\n",
            ": assignments.0: unknown key 'du'; did you mean 'due'?",
        ),
        (
            ZONE + OWN.replace("T23:59:00", ""),
            ": assignments.0.due: has no time of day; write one, such as 2026-10-30T23:59:00",
        ),
        (
            ZONE + OWN.replace("2026-10-30T23:59:00", '"friday"'),
            ": assignments.0.due: is not a time; write one without quotes, such as"
            " 2026-10-30T23:59:00",
        ),
        (
            ZONE + OWN.replace("2026", "9999"),
            ": assignments.0.due: the year 9999 is not plausible; correct it",
        ),
        (
            ZONE + OWN.replace("10-30T23:59", "10-25T02:30"),
            ": assignments.0.due: 2026-10-25 02:30 comes twice in Europe/Berlin, where clocks go"
            " back; write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00",
        ),
        (
            ZONE + OWN + "opens = 2026-11-30T23:59:00\n",
            ": assignments.0.opens: is after it is due; correct one",
        ),
        (
            ZONE + OWN + "percent_per_day = 120\n",
            ": assignments.0.percent_per_day: Input should be less than or equal to 100",
        ),
        (ZONE + OWN + OWN, ": two assignments are called 'HW 1'; rename one"),
        (
            ZONE + OWN.replace("HW 1", "HW 2"),
            ": has no assignment called 'HW 1'; did you mean 'HW 2'?",
        ),
    ],
)
def test_what_is_wrong_is_named_in_one_line(text, line):
    with pytest.raises(CourseError) as error:
        Dates.parse(text, Path("dates.toml"), "HW 1")
    assert str(error.value) == f"dates.toml{line}"


def test_the_example_in_the_documentation_is_valid():
    page = (Path(__file__).parents[3] / "docs" / "course.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    found = Dates.parse(example, Path("dates.toml"), "Reach the food")
    assert (found.course_late_days, found.rules.late_days) == (4, 2)
    assert found.rules.percent_at_most == 50


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "dates.toml"
    with pytest.raises(CourseError, match=r"dates.toml: can't be read \(No such file"):
        Dates.load(path, "HW 1")
    path.write_bytes(b"\xff")
    with pytest.raises(CourseError, match="is not UTF-8 text; write it in TOML"):
        Dates.load(path, "HW 1")


def test_a_day_more_ends_at_the_same_time_of_day_where_clocks_go_back():
    text = 'zone = "Europe/Berlin"\n[[assignments]]\ntitle = "HW 1"\ndue = 2026-10-23T23:59:00\n'
    friday = Dates.parse(text, Path("dates.toml"), "HW 1")
    assert friday.shown(friday.days_later(3)) == "2026-10-26 23:59"


def test_the_longest_time_for_an_assignment_ends_in_a_year_that_python_knows():
    text = 'zone = "Europe/Berlin"\n[[assignments]]\ntitle = "HW 1"\n'
    text += "opens = 1990-01-02T00:00:00\ndue = 2199-12-30T00:00:00\n"
    found = Dates.parse(text, Path("dates.toml"), "HW 1")
    later = found.with_factor(Fraction(100))
    assert later is not None
    assert found.shown(later).startswith("2989-")
