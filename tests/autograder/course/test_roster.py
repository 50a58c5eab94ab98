from fractions import Fraction

import pytest

from helpers.course_register import refusal, roster
from pacgrid.autograder.course.roster import Roster, read_people

PLAIN = "name,identifier\nAda Lovelace,11\nZoë Müller,12\n"
STUDENTS = [("Ada Lovelace", "11"), ("Zoë Müller", "12")]


def students(found: Roster) -> list[tuple[str, str]]:
    return [(one.name, one.identifier) for one in found.students]


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("cp1252"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\n\n" + PLAIN.replace("\n", "\n\n"),
        '"Name","Identifier"\n"Lovelace, Ada"," 11 "\n"Müller, Zoë","12"\n',
        # Moodle: participants, and the worksheet of an assignment
        "First name,Last name,ID number,Email address\nAda,Lovelace,11,a@x\nZoë,Müller,12,z@x\n",
        "Identifier,Full name,Status,Grade,Last modified (grade)\n"
        "Participant 11,Ada Lovelace,-,,-\nParticipant 12,Zoë Müller,-,,-\n",
        # Canvas: a gradebook
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 1\n    Points Possible,,,,,10\n"
        '"Lovelace, Ada",11,s1,ada,A,\n"Müller, Zoë",12,s2,zoe,A,\n',
        # Blackboard
        "Last Name,First Name,Username,Student ID\nLovelace,Ada,11,s1\nMüller,Zoë,12,s2\n",
        # Brightspace
        "OrgDefinedId,Username,Last Name,First Name\n#11,ada,Lovelace,Ada\n#12,zoe,Müller,Zoë\n",
        # Gradescope
        "First Name,Last Name,SID,Email,Role\nAda,Lovelace,11,a@x,Student\n"
        "Alan,Turing,13,t@x,Instructor\nZoë,Müller,12,z@x,Student\n",
    ],
)
def test_the_usual_exports_are_read(content):
    found = roster(content)
    assert students(found) == STUDENTS
    assert found.notes == ()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("", ": is empty; export it again"),
        ("name,identifier\n", ": has no students in it; export it again"),
        (b"PK\3\4\0\0", ": is not text; save it as CSV UTF-8"),
        (b"name,identifier\nAda\0,1\n", ": is not text; save it as CSV UTF-8"),
        (
            "identifier,grade\n11,1\n",
            ":1: has no column of names (it has identifier, grade); call it name",
        ),
        (
            "Ada Lovelace,11\nBob,12\n",
            ":1: has no column of names (it has Ada Lovelace, 11); call it name",
        ),
        (
            "name,grade\nAda,1\n",
            ":1: has no column of identifiers (it has name, grade); call it identifier",
        ),
        (
            "name,identifier\nAda,1\nBob,2\nEve,1\n",
            ":4: Eve has the identifier 1, like Ada in line 2; correct one",
        ),
        (
            'name,identifier\n"Ada,1\nBob,2\n',
            ":2: a cell begins with \" and doesn't end; close it",
        ),
    ],
)
def test_a_roster_that_cannot_be_used_is_named_in_one_line(content, line):
    assert refusal(roster, content) == f"roster.csv{line}"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "can't be read (No such file or directory)"),
        (b"name\n" + b"x" * (1 << 23), "can't be read (larger than 4,194,304 bytes)"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, line):
    path = tmp_path / "roster.csv"
    if content:
        path.write_bytes(content)
    assert refusal(Roster.load, path) == f"{path}: {line}"


def test_a_student_who_is_there_twice_counts_once_and_one_without_identifier_is_kept():
    found = roster("name,identifier\nAda,1\nBob,\nada,1\nAda,2\n")
    assert students(found) == [("Ada", "1"), ("Bob", ""), ("Ada", "2")]
    assert found.notes == (
        "roster.csv:3: Bob has no identifier",
        "roster.csv:4: ada (1) is there already, in line 2",
        "roster.csv:5: Ada (2) has the name of Ada (1) in line 2; their identifiers tell them"
        " apart",
    )


def test_sections_groups_late_days_and_accommodations_have_columns():
    (one, two) = roster(
        "name,identifier,e-mail,section,team,late days,extra time,own deadline\n"
        "Ada,1,ada@x.edu,A,red,3,150%,2026-11-02 12:00\nBob,2,,,,,,\n",
    ).students
    assert (one.identifiers, one.section, one.group) == (("1", "ada@x.edu"), "A", "red")
    assert (one.late_days, one.time_factor, one.own_due) == (3, Fraction(3, 2), "2026-11-02 12:00")
    assert (two.late_days, two.time_factor, two.own_due) == (None, None, "")


def test_rows_about_columns_are_left_out_and_students_without_identifier_are_not():
    found = roster(
        "Student,ID,Section,HW 1 (7)\n,,,Manual Posting\n    Points Possible,,,10\n"
        "Ada,1,A,\nBo,,A,\n",
    )
    assert students(found) == [("Ada", "1"), ("Bo", "")]
    assert found.notes == ("roster.csv:5: Bo has no identifier",)


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ("-1,", "'-1' is not a number of late days; write one such as 2"),
        ("²,", "'²' is not a number of late days; write one such as 2"),
        (",double", "'double' is not a time factor; write one of at least 1, such as 1.5 or 150%"),
        (",0.5", "'0.5' is not a time factor; write one of at least 1, such as 1.5 or 150%"),
    ],
)
def test_what_is_no_number_is_named_with_its_line(cells, line):
    text = f"name,identifier,late days,time factor\nAda,1,,\nBob,2,{cells}\n"
    assert refusal(roster, text) == f"roster.csv:3: {line}"


def test_columns_that_are_not_used_are_named_unless_an_lms_wrote_them():
    assert roster("name,identifier,latte days,colour\nAda,1,2,red\n").notes == (
        "roster.csv:1: not used: latte days (did you mean 'late days'?), colour",
    )
    assert roster("Student,ID,Section,HW 1 (7)\nAda,1,A,\n").notes == ()


def test_a_student_is_found_by_any_identifier_or_by_a_name_that_only_they_have():
    known = roster("name,id,login\nAda,1,a\nAnn Lee,2,b\nAnn Lee,3,c\nZoë,4,1\nBo,5,ada\n")
    found = {text: known.find(text) for text in ("A", " b ", "zoë", "ann lee", "1", "ada", "x")}
    assert {text: one.identifier if one else None for text, one in found.items()} == {
        "A": "1",
        " b ": "2",
        "zoë": "4",
        "ann lee": None,  # two have that name
        "1": None,  # Ada's number and Zoë's login
        "ada": "5",  # an identifier comes before a name
        "x": None,
    }


PAIR = roster("name,id,login\nAda,=1,ada\nBob,2,bob\n")


def test_rows_are_about_students_by_any_identifier_or_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("name,user id,note\nBob,99,x\n,'=1,y\n\nEve,,z\n")
    rows = list(read_people(path, PAIR, {"note": ("note", "remark"), "other": ("other",)}))
    assert [(row.student.name if row.student else "", dict(row.cells)) for row in rows] == [
        ("Bob", {"note": "x", "other": ""}),
        ("Ada", {"note": "y", "other": ""}),  # with the apostrophe of our own tables
        ("", {"note": "z", "other": ""}),
    ]
    line = f"{path}:5: 'Eve' is not in the roster; correct or remove it"
    assert refusal(lambda: rows[2].known) == line


@pytest.mark.parametrize(
    ("headings", "line"),
    [
        ("id,note", "has no column that says group; call it team"),
        ("who,team", "has no column of identifiers (it has who, team); call it identifier"),
    ],
)
def test_a_column_that_is_needed_is_named(tmp_path, headings, line):
    path = tmp_path / "a.csv"
    path.write_text(f"{headings}\n2,x\n")
    rows = read_people(path, PAIR, {"group": ("team", "group")}, "group")
    assert refusal(list, rows) == f"{path}:1: {line}"
