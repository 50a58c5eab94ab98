import json

import pytest

from helpers.course_register import dates, hand_in, roster, student
from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.autograder.course.dates import read_times, time_of

CLASS = roster(
    "name,id,sis user id,submission time\nAda,11,s1,2026-10-30 23:00:00 -0700\nBo,12,,-\n"
)
MOODLE = roster(
    "Identifier,Full name,Last modified (submission),Last modified (grade),Grade\n"
    'Participant 11,Ada,"Friday, 30 October 2026, 11:58 PM",-,\nParticipant 12,Bo,-,-,\n'
    "Participant 13,Cem,Freitag,-,\n"
)
DATES = dates()


def test_times_come_from_a_file_the_download_or_the_roster_in_this_order():
    ada, bo = student(CLASS, "11"), student(CLASS, "12")
    times = {ada: DATES.due}
    named = hand_in("11", "2026-10-30 22:00")

    def found(submission, who, known):
        time = time_of(submission, who, known, CLASS, DATES.zone)
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
    with pytest.raises(CourseError) as error:
        time_of(hand_in("x"), cem, {}, MOODLE, DATES.zone)
    assert str(error.value) == (
        "roster.csv:4: 'Freitag' is not a readable time; export the file in English, or give"
        " the times in a file of their own: --times"
    )


def test_canvas_says_when_in_json_from_its_api(tmp_path):
    path = tmp_path / "submissions.json"
    rows = [
        {"user_id": 11, "submitted_at": "2026-10-30T22:58:59Z", "late": False, "attempt": 2},
        {"user_id": 12, "submitted_at": None},
        {"user_id": 7, "submitted_at": "2026-10-30T22:58:59Z", "user": {"sis_user_id": "zz"}},
    ]
    path.write_text(json.dumps(rows))
    found = read_times(path, CLASS, DATES.zone)
    assert {one.identifier: DATES.shown(time) for one, time in found.items()} == {
        "11": "2026-10-30 23:58:59"
    }
    path.write_text('{"errors": []}')
    with pytest.raises(CourseError, match="is not a list of submissions from Canvas's API; export"):
        read_times(path, CLASS, DATES.zone)
    with pytest.raises(CourseError, match=r"can't be read \(No such file"):
        read_times(tmp_path / "no.json", CLASS, DATES.zone)


def test_a_table_of_times_has_a_column_that_is_called_submitted(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text("id,submitted\ns1,2026-10-30 12:00\n12,-\n99,2026-10-30 12:00\n")
    found = read_times(path, CLASS, DATES.zone)
    assert {one.name: DATES.shown(time) for one, time in found.items()} == {
        "Ada": "2026-10-30 12:00"
    }
    path.write_text("id,submitted\ns1,noon\n")
    with pytest.raises(CourseError, match=r"times.csv:2: 'noon' is not a readable time"):
        read_times(path, CLASS, DATES.zone)
