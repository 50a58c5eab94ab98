from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pacgrid.autograder.submissions.lms import (
    BLACKBOARD,
    BRIGHTSPACE,
    CANVAS,
    MOODLE,
    PLAIN,
    SYSTEMS,
    Lms,
    lms_of,
    points_of,
    read_time,
    readings,
)
from pacgrid.autograder.submissions.members import Entry


@pytest.mark.parametrize(
    ("name", "end", "is_late", "submitted"),
    [
        ("itoada_LATE_11_70001_agent-1.py", "agent-1.py", True, None),
        ("itoada_11_70001_agent.py", "agent.py", False, None),
        ("LATE_anon_x1_70001_agent.py", "agent.py", True, None),
        (
            *("HW_1_ada_attempt_2026-01-31-12-00-05_agent.py", "agent.py", False),
            datetime(2026, 1, 31, 12, 0, 5),
        ),
        (
            *("9001-5 - Ada Ito - Oct 30, 2026 1130 PM - agent.py", "agent.py", False),
            datetime(2026, 10, 30, 23, 30),
        ),
        ("Ada Ito_11_assignsubmission_file_/", "", False, None),
    ],
)
def test_a_name_says_when_and_where_feedback_goes(name, end, is_late, submitted):
    entry, prefix = Entry(name.removesuffix("/"), name.endswith("/")), name.removesuffix(end)
    (read,) = (parsed for parsed in readings(entry).values() if parsed.prefix == prefix)
    assert (read.is_late, read.submitted) == (is_late, submitted)
    assert replace(read, file="renamed.py").prefix == prefix


@pytest.mark.parametrize(
    ("headings", "name"),
    [
        (["Student", "ID", "SIS Login ID", "Section", "HW 1 (7)"], "Canvas"),
        (["Identifier", "Full name", "Grade", "Last modified (grade)"], "Moodle"),
        (["OrgDefinedId", "Username", "Last Name", "First Name"], "Brightspace"),
        (["Last Name", "First Name", "Username", "HW [Total Pts: 5 Score] |3"], "Blackboard"),
        (["First Name", "Last Name", "SID", "Email", "Role"], "Gradescope"),
        (["Last Name", "First Name", "Username"], "a plain CSV"),
        (["name", "identifier"], "a plain CSV"),
        ([], "a plain CSV"),
    ],
)
def test_an_lms_is_known_by_the_headings_of_its_export(headings, name):
    assert lms_of(headings).name == name


@pytest.mark.parametrize(
    ("lms", "heading", "name", "points"),
    [
        (CANVAS, "HW 1 (draft) (77)", "HW 1 (draft)", None),
        (CANVAS, "HW 1", "HW 1", None),
        (BLACKBOARD, "HW 1 [Total Pts: 12.5 Score] |123", "HW 1", "25/2"),
        (BLACKBOARD, "Total [Total Pts: up to 90 Score] |9", "Total", "90"),
        (BLACKBOARD, "Availability", "", None),
        (BLACKBOARD, f"HW 1 [Total Pts: {'9' * 900} Score] |123", "HW 1", None),
        (BLACKBOARD, f"HW 1 [Total Pts: {'9' * 5000} Score] |123", "", None),
        (BRIGHTSPACE, " Points Grade <" * 3000, "", None),
        (BRIGHTSPACE, "HW 1 Points Grade <Numeric MaxPoints:10 Weight:5>", "HW 1", "10"),
        (BRIGHTSPACE, "HW 1 Points Grade", "HW 1", None),
        (BRIGHTSPACE, "Calculated Final Grade Numerator", "", None),
        (PLAIN, "HW 1", "HW 1", None),
    ],
)
def test_a_heading_names_the_assignment_and_perhaps_its_points(lms, heading, name, points):
    assert lms.name_in(heading) == name
    found = lms.points_in(heading)
    assert (str(found) if found else None) == points


@pytest.mark.parametrize(
    ("lms", "name", "identifier", "prefix", "path"),
    [
        (MOODLE, "Ada_../x", "11", "", "Ada .. x_11_assignfeedback_file_/feedback.html"),
        (MOODLE, "..", "11", "", "Participant_11_assignfeedback_file_/feedback.html"),
        (MOODLE, "Ada", "x", "", ""),
        (
            MOODLE,
            "A",
            "s1",
            "Ada Ito_11_assignsubmission_file_/",
            "Ada Ito_11_assignfeedback_file_/feedback.html",
        ),
        (CANVAS, "A", "1", "ito_11_70001_", "ito_11_70001_feedback.html"),
        (CANVAS, "A", "1", "ito_11_", ""),
        (BRIGHTSPACE, "A", "1", "submission_5/", ""),
    ],
)
def test_a_path_of_feedback_never_leads_to_another_student_or_out(
    lms: Lms, name, identifier, prefix, path
):
    assert lms.feedback_path is not None
    assert lms.feedback_path(name, identifier, prefix) == path


@pytest.mark.parametrize(
    ("text", "points"),
    [("5", "5"), ("5.", "5"), (".5", "1/2"), ("12,50", "25/2"), ("0", "0"), ("000", "0")]
    + [(text, "None") for text in ("", ".", "x", "1/0", "1e999999999", "9" * 5000, "1.2.3")],
)
def test_points_in_a_file_are_plain_numbers(text, points):
    assert str(points_of(text)) == points


def test_each_system_says_where_its_formats_are_documented():
    assert all(lms.source for lms in SYSTEMS)


NOON = datetime(2026, 1, 31, 12, 0)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-01-31 12:00", NOON),
        ("2026-01-31T12:00:00", NOON),
        ("2026-01-31T12:00:00Z", NOON.replace(tzinfo=UTC)),  # Canvas
        ("2026-01-31 12:00:00 -0000", NOON.replace(tzinfo=UTC)),  # Gradescope
        ("2026-01-31 12:00:00.123456789 Z", NOON.replace(tzinfo=UTC)),
        ("Saturday, 31 January 2026, 12:00 PM", NOON),  # Moodle
        ("Saturday, January 31, 2026, 12:00 PM", NOON),
        ("31 January 2026, 12:00", NOON),
        ("Saturday, 31 January 2026, 12:00 AM", NOON - timedelta(hours=12)),
        ("Sat, 31 Jan 2026, 1:05 pm", NOON + timedelta(minutes=65)),
    ],
)
def test_times_are_read_as_each_lms_writes_them(text, time):
    assert read_time(text) == time
    assert read_time(text).tzinfo == time.tzinfo


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "soon", "2026-02-30 12:00", "31 Foo 2026, 12:00", "31 May 2026, 13:00 PM"),
        *("0001-01-01 00:00", "9999-12-31 23:59", "2026-01-31", "12:00", "31/01/2026 12:00"),
        *("31 January 2026 2026", "2026-01-31-12-00-00"),
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r"^"):
        read_time(text)
