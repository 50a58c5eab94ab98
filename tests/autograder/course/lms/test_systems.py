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
)


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
