from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.course_register import dates, hand_in, refusal, roster, student
from helpers.tables import pairs
from pacgrid.autograder.course.dates import (
    Dates,
    earliest_in_utc,
    read_extensions,
    read_times,
    shown,
    staff_time,
    time_of,
)
from pacgrid.autograder.course.roster import CourseError

HEAD = '[[assignments]]\ntitle = "HW 1"\n'
OWN = f"{HEAD}due = 2026-10-30T23:59:00\n"
ZONE = 'zone = "Europe/Berlin"\n'


def test_an_assignment_has_the_courses_policy_unless_it_has_its_own():
    found = dates(
        "late_days = 5\ngrace_minutes = 10\npercent_per_day = 12.5\ngroup_size = 3",
        "grace_minutes = 30\nlate_days = 2\nearlier = ['hw0/lateness.csv']",
    )
    assert found.due == datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
    assert (found.policy.grace_minutes, found.policy.percent_per_day) == (30, 12.5)
    assert (found.course_late_days, found.policy.late_days) == (5, 2)
    assert found.policy.group_size == 3
    assert found.earlier == (Path("course/hw0/lateness.csv"),)
    assert found.shown(found.due) == "2026-10-30 23:59"


WRONG = r"""
zone -> :1: Expected '=' after a key in a key/value pair
{own} -> : zone: missing; add this key
{zone} -> : assignments: missing; add this key
zone = "Europe/Berln"\n{own}
-> : zone: unknown time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?
zone = "../../etc/passwd"\n{own}
-> : zone: unknown time zone '../../etc/passwd'; write one such as 'Europe/Berlin'
{zone}grace_minuts = 5\n{own} -> : unknown key 'grace_minuts'; did you mean 'grace_minutes'?
{zone}{own}du = 2026-10-30T23:59:00 -> : assignments.0: unknown key 'du'; did you mean 'due'?
{zone}{head}due = 2026-10-30
-> : assignments.0.due: has no time of day; write one, such as 2026-10-30T23:59:00
{zone}{head}due = "friday"
-> : assignments.0.due: is not a time; write one without quotes, such as 2026-10-30T23:59:00
{zone}{head}due = 9999-10-30T23:59:00
-> : assignments.0.due: the year 9999 is not plausible; correct it
{zone}{own}opens = 2026-11-30T23:59:00
-> : assignments.0: the key opens isn't here any more: {students}
{zone}counts = 'best'\n{own}
-> : the key counts isn't here any more: the last hand-in counts; download another one from your LMS
{zone}{own}percent_per_day = 120
-> : assignments.0.percent_per_day: Input should be less than or equal to 100
{zone}{own}{own} -> : two assignments are called 'HW 1'; rename one
{zone}[[assignments]]\ntitle = "HW 2"\ndue = 2026-10-30T23:59:00
-> : has no assignment called 'HW 1'; did you mean 'HW 2'?
"""
PARTS = {
    "zone": ZONE,
    "own": OWN,
    "head": HEAD,
    "students": "name the student in the file of extensions, with until or days",
}


@pytest.mark.parametrize(("text", "line"), pairs(WRONG))
def test_what_is_wrong_is_named_in_one_line(text, line):
    found = refusal(Dates.parse, text.format_map(PARTS), Path("dates.toml"), "HW 1")
    assert found == f"dates.toml{line.format_map(PARTS)}"


def test_the_example_in_the_documentation_is_valid():
    page = (Path(__file__).parents[3] / "docs" / "grading.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    found = Dates.parse(example, Path("dates.toml"), "Reach the food")
    assert (found.course_late_days, found.policy.late_days) == (4, 2)
    assert found.policy.percent_at_most == 50


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "dates.toml"
    assert "dates.toml: can't be read (No such file" in refusal(Dates.load, path, "HW 1")
    path.write_bytes(b"\xff")
    assert refusal(Dates.load, path, "HW 1") == f"{path}: is not UTF-8 text; write it in TOML"


def test_a_day_more_ends_at_the_same_time_of_day_where_clocks_go_back():
    friday = Dates.parse(ZONE + OWN.replace("10-30", "10-23"), Path("dates.toml"), "HW 1")
    assert friday.shown(friday.days_later(3)) == "2026-10-26 23:59"


BERLIN = ZoneInfo("Europe/Berlin")


CLOCKS = """
2026-03-29T02:30 -> doesn't exist in Europe/Berlin, where clocks go forward; write 2026-03-29T03:30
2026-10-25T02:30 -> comes twice in Europe/Berlin, where clocks go back;
-> write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00
"""


def test_a_time_that_clocks_skip_or_show_twice_is_named():
    for time, said in pairs(CLOCKS):
        line = f"a: {time.replace('T', ' ')} {said.replace(chr(10) + '->', '')}"
        assert refusal(staff_time, datetime.fromisoformat(time), BERLIN, "a") == line
    offset = datetime.fromisoformat("2026-10-25T02:30:00+01:00")
    assert staff_time(offset, BERLIN, "") == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    early = earliest_in_utc(datetime(2026, 10, 25, 2, 30), BERLIN)
    assert early == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_a_time_that_clocks_show_once_is_shown_as_it_was(time, name):
    zone, whole = ZoneInfo(name), time.replace(microsecond=0)
    try:
        found = staff_time(whole, zone, "")
    except CourseError:
        found = earliest_in_utc(whole, zone)
    else:
        assert shown(found, zone) == f"{whole:%Y-%m-%d %H:%M}" + f":{whole:%S}" * bool(whole.second)
    assert found.tzinfo is UTC


EXTENDED = roster("name,id\nAda,1\nBob,2\nCem,3\nDora,4\n")
DATES = dates()


def test_an_extension_says_until_when_or_how_many_days_and_why(tmp_path):
    path = tmp_path / "extensions.csv"
    path.write_text(
        "id,until,days,assignment,reason\n1,2026-11-02 23:59,,HW 1,ill\n2,,3,,\n4,,9,HW 2,\n"
    )
    found = read_extensions(path, EXTENDED, DATES, "HW 1")
    assert {one.identifier: (DATES.shown(d.due), d.reason) for one, d in found.items()} == {
        "1": ("2026-11-02 23:59", "extension until 2026-11-02 23:59 (ill)"),
        "2": ("2026-11-02 23:59", "extension until 2026-11-02 23:59"),
    }


ROWS = """
9,2026-11-02 12:00, -> :2: '9' is not in the roster; correct or remove it
1,, -> :2: Ada (1) needs either until or days; fill in one
1,2026-11-02 12:00,3 -> :2: Ada (1) needs either until or days; fill in one
1,,soon -> :2: 'soon' is not a number of days; write one such as 3
1,tomorrow, -> :2: 'tomorrow' is not a time; write one such as 2026-10-30 23:59
1,,3\\nAda,,4 -> :3: Ada (1) has an extension in {path}:2, too
1,,3,HW2 -> :2: no assignment is called 'HW2'; did you mean 'HW 2'?
1,,3,final -> :2: no assignment is called 'final'; name one of 'HW 1', 'HW 2'
"""


@pytest.mark.parametrize(("rows", "line"), pairs(ROWS))
def test_a_row_that_cannot_be_used_is_named(tmp_path, rows, line):
    path = tmp_path / "e.csv"
    path.write_text(f"id,until,days,assignment\n{rows}\n")
    found = refusal(read_extensions, path, EXTENDED, DATES, "HW 1")
    assert found == f"{path}{line.format(path=path)}"


TIMED = roster(
    "name,id,sis user id,submission time\nAda,11,s1,2026-10-30 23:00:00 -0700\nBo,12,,-\n"
)
MOODLE = roster(
    "Identifier,Full name,Last modified (submission),Last modified (grade),Grade\n"
    'Participant 11,Ada,"Friday, 30 October 2026, 11:58 PM",-,\nParticipant 12,Bo,-,-,\n'
    "Participant 13,Cem,Freitag,-,\n"
)


def test_times_come_from_a_file_the_download_or_the_roster_in_this_order():
    ada, bo = student(TIMED, "11"), student(TIMED, "12")
    times = {ada: DATES.due}
    named = hand_in("11", "2026-10-30 22:00")

    def found(submission, who, known):
        time = time_of(submission, who, known, TIMED, DATES.zone)
        return DATES.shown(time) if time else ""

    assert found(named, ada, times) == "2026-10-30 23:59"
    assert found(named, ada, {}) == "2026-10-30 22:00"
    assert found(hand_in("11"), ada, {}) == "2026-10-31 07:00"  # seven hours behind London
    assert found(hand_in("12"), bo, {}) == ""
    assert found(hand_in("99"), None, {}) == ""
    assert found(hand_in("99", "0001-01-01 00:00"), None, {}) == ""  # in no year of a course


def test_moodles_worksheet_says_when_in_english():
    ada, bo, cem = MOODLE.students
    times = [time_of(hand_in("x"), one, {}, MOODLE, DATES.zone) for one in (ada, bo)]
    assert times[0] is not None
    assert (DATES.shown(times[0]), times[1]) == ("2026-10-30 23:58", None)
    assert refusal(time_of, hand_in("x"), cem, {}, MOODLE, DATES.zone) == (
        "roster.csv:4: 'Freitag' is not a readable time; export the file in English, or give"
        " the times in a file of their own, `times` of --dates"
    )


def test_a_csv_says_when_in_a_column_that_is_called_submitted(tmp_path):
    """It may be made of Canvas's API."""
    path = tmp_path / "times.csv"

    def found(text):
        path.write_text(text)
        times = read_times(path, TIMED, DATES.zone)
        return {one.name: DATES.shown(time) for one, time in times.items()}

    canvas = found('"user_id","submitted"\n11,"2026-10-30T22:58:59Z"\n12,\n')
    assert canvas == {"Ada": "2026-10-30 23:58:59"}
    table = found("id,submitted\ns1,2026-10-30 12:00\n12,-\n99,2026-10-30 12:00\n")
    assert table == {"Ada": "2026-10-30 12:00"}
    assert refusal(read_times, tmp_path / "s.json", TIMED, DATES.zone) == (
        f"{tmp_path / 's.json'}: is JSON; make a CSV of it, as docs/grading.md shows for Canvas"
    )
    line = refusal(found, "id,submitted\ns1,noon\n")
    assert line.startswith(f"{path}:2: 'noon' is not a readable time")
