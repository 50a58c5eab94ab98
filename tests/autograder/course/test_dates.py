import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.course_register import dates, hand_in, refusal, roster, student
from pacgrid.autograder.course.dates import (
    Dates,
    LocalTimeError,
    deadlines,
    earliest_in_utc,
    in_utc,
    read_extensions,
    read_times,
    shown,
    time_of,
)

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
    assert refusal(Dates.parse, text, Path("dates.toml"), "HW 1") == f"dates.toml{line}"


def test_the_example_in_the_documentation_is_valid():
    page = (Path(__file__).parents[3] / "docs" / "course.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    found = Dates.parse(example, Path("dates.toml"), "Reach the food")
    assert (found.course_late_days, found.rules.late_days) == (4, 2)
    assert found.rules.percent_at_most == 50


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "dates.toml"
    assert "dates.toml: can't be read (No such file" in refusal(Dates.load, path, "HW 1")
    path.write_bytes(b"\xff")
    assert refusal(Dates.load, path, "HW 1") == f"{path}: is not UTF-8 text; write it in TOML"


def test_a_day_more_ends_at_the_same_time_of_day_where_clocks_go_back():
    friday = Dates.parse(ZONE + OWN.replace("10-30", "10-23"), Path("dates.toml"), "HW 1")
    assert friday.shown(friday.days_later(3)) == "2026-10-26 23:59"


def test_the_longest_time_for_an_assignment_ends_in_a_year_that_python_knows():
    own = OWN.replace("2026", "2199") + "opens = 1990-01-02T00:00:00\n"
    found = Dates.parse(ZONE + own, Path("dates.toml"), "HW 1")
    later = found.with_factor(Fraction(100))
    assert later is not None
    assert found.shown(later).startswith("29")


BERLIN = ZoneInfo("Europe/Berlin")


def test_a_time_that_clocks_skip_or_show_twice_is_named():
    for time, line in (
        (
            datetime(2026, 3, 29, 2, 30),
            "2026-03-29 02:30 doesn't exist in Europe/Berlin, where clocks go forward;"
            " write 2026-03-29T03:30",
        ),
        (
            datetime(2026, 10, 25, 2, 30),
            "2026-10-25 02:30 comes twice in Europe/Berlin, where clocks go back;"
            " write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00",
        ),
    ):
        with pytest.raises(LocalTimeError) as error:
            in_utc(time, BERLIN)
        assert str(error.value) == line
    offset = datetime.fromisoformat("2026-10-25T02:30:00+01:00")
    assert in_utc(offset, BERLIN) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    early = earliest_in_utc(datetime(2026, 10, 25, 2, 30), BERLIN)
    assert early == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_a_time_that_clocks_show_once_is_shown_as_it_was(time, name):
    zone, whole = ZoneInfo(name), time.replace(microsecond=0)
    try:
        found = in_utc(whole, zone)
    except LocalTimeError:
        found = earliest_in_utc(whole, zone)
    else:
        assert shown(found, zone) == f"{whole:%Y-%m-%d %H:%M}" + f":{whole:%S}" * bool(whole.second)
    assert found.tzinfo is UTC


EXTENDED = roster(
    "name,id,time factor,own deadline\n"
    "Ada,1,,\nBob,2,1.5,\nCem,3,2,2026-11-01 12:00\nDora,4,,2026-10-01 12:00\n"
)
OPENED = dates("", "opens = 2026-10-28T23:59:00")


def test_the_latest_deadline_counts_and_says_why(tmp_path):
    path = tmp_path / "extensions.csv"
    path.write_text(
        "id,until,days,assignment,reason\n1,2026-11-02 23:59,,HW 1,ill\n2,,3,,\n"
        "3,,1,,\n4,,9,HW 2,\n"
    )
    extensions = read_extensions(path, EXTENDED, OPENED, "HW 1")
    found, notes = deadlines(EXTENDED, OPENED, extensions)
    assert {one.identifier: (OPENED.shown(d.due), d.reason) for one, d in found.items()} == {
        "1": ("2026-11-02 23:59", "extension until 2026-11-02 23:59 (ill)"),
        "2": ("2026-11-02 23:59", "extension until 2026-11-02 23:59"),
        "3": ("2026-11-01 23:59", "accommodation until 2026-11-01 23:59"),
        "4": ("2026-10-30 23:59", ""),
    }
    assert notes == [
        "roster.csv:5: accommodation until 2026-10-01 12:00 of Dora (4) is before 2026-10-30 23:59,"
        " when it is due for all, so it isn't used"
    ]


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("9,2026-11-02 12:00,", ":2: '9' is not in the roster; correct or remove it"),
        ("1,,", ":2: Ada (1) needs either until or days; fill in one"),
        ("1,2026-11-02 12:00,3", ":2: Ada (1) needs either until or days; fill in one"),
        ("1,,soon", ":2: 'soon' is not a number of days; write one such as 3"),
        ("1,tomorrow,", ":2: 'tomorrow' is not a time; write one such as 2026-10-30 23:59"),
        (
            "1,2026-10-25 02:30,",
            ":2: 2026-10-25 02:30 comes twice in Europe/Berlin, where clocks go back; write"
            " 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00",
        ),
        ("1,,3\nAda,,4", ":3: Ada (1) has an extension in {path}:2, too"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path, rows, line):
    path = tmp_path / "e.csv"
    path.write_text(f"id,until,days\n{rows}\n")
    found = refusal(read_extensions, path, EXTENDED, OPENED, "HW 1")
    assert found == f"{path}{line.format(path=path)}"


def test_a_time_factor_needs_to_know_when_the_assignment_opens():
    assert refusal(deadlines, EXTENDED, dates(), {}) == (
        "roster.csv:3: Bob (2) has a time factor, but the dates don't say when the assignment"
        " opens; add opens"
    )
    assert student(EXTENDED, "2").time_factor is not None


TIMED = roster(
    "name,id,sis user id,submission time\nAda,11,s1,2026-10-30 23:00:00 -0700\nBo,12,,-\n"
)
MOODLE = roster(
    "Identifier,Full name,Last modified (submission),Last modified (grade),Grade\n"
    'Participant 11,Ada,"Friday, 30 October 2026, 11:58 PM",-,\nParticipant 12,Bo,-,-,\n'
    "Participant 13,Cem,Freitag,-,\n"
)
PLAIN_DATES = dates()


def test_times_come_from_a_file_the_download_or_the_roster_in_this_order():
    ada, bo = student(TIMED, "11"), student(TIMED, "12")
    times = {ada: PLAIN_DATES.due}
    named = hand_in("11", "2026-10-30 22:00")

    def found(submission, who, known):
        time = time_of(submission, who, known, TIMED, PLAIN_DATES.zone)
        return PLAIN_DATES.shown(time) if time else ""

    assert found(named, ada, times) == "2026-10-30 23:59"
    assert found(named, ada, {}) == "2026-10-30 22:00"
    assert found(hand_in("11"), ada, {}) == "2026-10-31 07:00"  # seven hours behind London
    assert found(hand_in("12"), bo, {}) == ""
    assert found(hand_in("99"), None, {}) == ""
    assert found(hand_in("99", "0001-01-01 00:00"), None, {}) == ""  # in no year of a course


def test_moodles_worksheet_says_when_in_english():
    ada, bo, cem = MOODLE.students
    times = [time_of(hand_in("x"), one, {}, MOODLE, PLAIN_DATES.zone) for one in (ada, bo)]
    assert times[0] is not None
    assert (PLAIN_DATES.shown(times[0]), times[1]) == ("2026-10-30 23:58", None)
    assert refusal(time_of, hand_in("x"), cem, {}, MOODLE, PLAIN_DATES.zone) == (
        "roster.csv:4: 'Freitag' is not a readable time; export the file in English, or give"
        " the times in a file of their own, `times` of --dates"
    )


def test_canvas_says_when_in_json_from_its_api(tmp_path):
    path = tmp_path / "submissions.json"
    rows = [
        {"user_id": 11, "submitted_at": "2026-10-30T22:58:59Z", "late": False, "attempt": 2},
        {"user_id": 12, "submitted_at": None},
        {"user_id": 7, "submitted_at": "2026-10-30T22:58:59Z", "user": {"sis_user_id": "zz"}},
    ]
    path.write_text(json.dumps(rows))
    found = read_times(path, TIMED, PLAIN_DATES.zone)
    assert {one.identifier: PLAIN_DATES.shown(time) for one, time in found.items()} == {
        "11": "2026-10-30 23:58:59"
    }
    path.write_text('{"errors": []}')
    assert refusal(read_times, path, TIMED, PLAIN_DATES.zone) == (
        f"{path}: is not a list of submissions from Canvas's API; export them again"
    )
    path.unlink()
    assert "can't be read (No such file" in refusal(read_times, path, TIMED, PLAIN_DATES.zone)


def test_a_table_of_times_has_a_column_that_is_called_submitted(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text("id,submitted\ns1,2026-10-30 12:00\n12,-\n99,2026-10-30 12:00\n")
    found = read_times(path, TIMED, PLAIN_DATES.zone)
    assert {one.name: PLAIN_DATES.shown(time) for one, time in found.items()} == {
        "Ada": "2026-10-30 12:00"
    }
    path.write_text("id,submitted\ns1,noon\n")
    line = refusal(read_times, path, TIMED, PLAIN_DATES.zone)
    assert line.startswith(f"{path}:2: 'noon' is not a readable time")
