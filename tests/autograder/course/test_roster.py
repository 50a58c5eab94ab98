import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.course_register import refusal, roster
from helpers.tables import pairs
from pacgrid.autograder.course import roster as module
from pacgrid.autograder.course.roster import CourseError, CsvTable, Roster, read_people

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
        "sep=;\r\n" + PLAIN.replace(",", ";"),
        ('"sep=|"\n' + PLAIN.replace(",", "|")).encode("utf-16"),
        "SEP=\t\n" + PLAIN.replace(",", "\t"),
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


UNUSABLE = r"""
name,identifier -> : has no students in it; export it again
identifier,grade\n11,1 -> :1: has no column of names (it has identifier, grade); call it name
Ada Lovelace,11\nBob,12 -> :1: has no column of names (it has Ada Lovelace, 11); call it name
name,grade\nAda,1
-> :1: has no column of identifiers (it has name, grade); call it identifier
sep=,\nname,grade\nAda,1
-> :2: has no column of identifiers (it has name, grade); call it identifier
name,identifier\nAda,1\nBob,2\nEve,1
-> :4: Eve has the identifier 1, like Ada in line 2; correct one
name,identifier,late days\nAda,1,\nBob,2,-1
-> :3: '-1' is not a number of late days; write one such as 2
name,identifier,late days\nAda,1,\nBob,2,²
-> :3: '²' is not a number of late days; write one such as 2
name,identifier,Time factor\nAda,1, -> :1: the column time factor {gone}
name,identifier,extra time\nAda,1, -> :1: the column extra time {gone}
name,identifier,own deadline\nAda,1, -> :1: the column own deadline {gone}
"""
GONE = "isn't here any more: name the student in the file of extensions, with until or days"


@pytest.mark.parametrize(("content", "line"), pairs(UNUSABLE))
def test_a_roster_that_cannot_be_used_is_named_in_one_line(content, line):
    assert refusal(roster, f"{content}\n") == f"roster.csv{line.format(gone=GONE)}"


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "roster.csv"
    assert refusal(Roster.load, path) == f"{path}: can't be read (No such file or directory)"
    path.write_bytes(b"name\n" + b"x" * (1 << 23))
    assert refusal(Roster.load, path) == f"{path}: can't be read (larger than 4,194,304 bytes)"


def test_a_student_who_is_there_twice_counts_once_and_one_without_identifier_is_kept():
    found = roster("name,identifier\nAda,1\nBob,\nada,1\nAda,2\n")
    assert students(found) == [("Ada", "1"), ("Bob", ""), ("Ada", "2")]
    assert found.notes == (
        "roster.csv:3: Bob has no identifier",
        "roster.csv:4: ada (1) is there already, in line 2",
        "roster.csv:5: Ada (2) has the name of Ada (1) in line 2; their identifiers tell them"
        " apart",
    )


def test_sections_groups_and_late_days_have_columns():
    (one, two) = roster(
        "name,identifier,e-mail,section,team,late days\nAda,1,ada@x.edu,A,red,3\nBob,2,,,,\n"
    ).students
    assert (one.identifiers, one.section, one.group) == (("1", "ada@x.edu"), "A", "red")
    assert (one.late_days, two.late_days) == (3, None)


def test_rows_about_columns_are_left_out_and_students_without_identifier_are_not():
    found = roster(
        "Student,ID,Section,HW 1 (7)\n,,,Manual Posting\n    Points Possible,,,10\n"
        "Ada,1,A,\nBo,,A,\n"
    )
    assert students(found) == [("Ada", "1"), ("Bo", "")]
    assert found.notes == ("roster.csv:5: Bo has no identifier",)


def test_columns_that_are_not_used_are_named_unless_an_lms_wrote_them():
    assert roster("name,identifier,latte days,colour\nAda,1,2,red\n").notes == (
        "roster.csv:1: not used: latte days (did you mean 'late days'?), colour",
    )
    assert roster("Student,ID,Section,HW 1 (7)\nAda,1,A,\n").notes == ()


def test_a_student_is_found_by_any_identifier_or_by_a_name_that_only_they_have():
    known = roster("name,id,login\nAda,1,a\nAnn Lee,2,b\nAnn Lee,3,c\nZoë,4,1\nBo,5,ada\n")
    found = [known.find(text) for text in ("A", " b ", "zoë", "ada")]
    assert [one and one.identifier for one in found] == ["1", "2", "4", "5"]  # not Ada's, by name
    # Two have that name; it is Ada's number and Zoë's login; nobody has it.
    assert [known.find(text) for text in ("ann lee", "1", "x")] == [None] * 3


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


def test_a_column_that_is_needed_is_named(tmp_path):
    path = tmp_path / "a.csv"
    for headings, line in (
        ("id,note", "has no column that says group; call it team"),
        ("who,team", "has no column of identifiers (it has who, team); call it identifier"),
    ):
        path.write_text(f"{headings}\n2,x\n")
        rows = read_people(path, PAIR, {"group": ("team", "group")}, "group")
        assert refusal(list, rows) == f"{path}:1: {line}"


CELLS = st.text(st.sampled_from("ab ,;\t\"'\r\né=+-@#|"), max_size=6)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[str]], bytes]:
    """Rows as Python reads them, and their file: with any delimiter, line break and encoding."""
    width = draw(st.integers(1, 4))
    headings = [f"column {letter}" for letter in "abcd"[:width]]
    rows = [
        headings,
        *draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=4)),
    ]
    output = io.StringIO()
    delimiter = draw(st.sampled_from(",;\t")) if width > 1 else ","
    csv.writer(
        output,
        delimiter=delimiter,
        quoting=draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
        lineterminator=draw(st.sampled_from(["\n", "\r\n", "\r"])),
    ).writerows(rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
    written = io.StringIO(output.getvalue(), newline="")
    rows = [row or [""] for row in csv.reader(written, delimiter=delimiter)]
    return rows, output.getvalue().encode(encoding)


@given(tables())
def test_any_csv_is_read_as_pythons_reader_does(table):
    rows, content = table
    read = CsvTable.parse(content, "a.csv")
    found = [list(row.cells) or [""] for row in read.rows]
    assert found == [[cell.strip() for cell in row] for row in rows]


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_in_one_line(content):
    try:
        line = CsvTable.parse(content, "a.csv").place
    except CourseError as error:
        line = str(error)
    assert line.startswith("a.csv:")
    assert "\n" not in line


@given(tables(), CELLS, st.data())
def test_a_cell_that_is_filled_in_changes_no_other(table, value, data):
    rows, content = table
    read = CsvTable.parse(content, "a.csv")
    row = data.draw(st.integers(1, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    again = CsvTable.parse(read.filled({(row, column): value}), "a.csv")
    assert (again.mark, again.form) == (read.mark, read.form)
    for number, (old, new) in enumerate(zip(read.rows, again.rows, strict=True)):
        for index, cell in enumerate(old.cells):
            if (number, index) != (row, column):
                assert new.cell(index) == cell
    assert again.rows[row].cell(column) == value.strip()


def test_a_short_row_gets_cells_up_to_the_one_that_is_filled_in():
    table = CsvTable.parse(b"a,b,c\n1\n", "a.csv")
    assert table.filled({(1, 2): "x"}) == b"a,b,c\r\n1,,x\r\n"
    named = CsvTable.parse(b"sep=;\r\na;b\r\n1;2\r\n", "a.csv")
    assert named.filled({(1, 1): "3"}) == b"sep=;\r\na;b\r\n1;3\r\n"
    assert table.filled({(0, 3): "d", (1, 3): "4"}) == b"a,b,c,d\r\n1,,,4\r\n"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "is empty; export it again"),
        (b"\n,\n", "is empty; export it again"),
        (b"\xff\xfea", "is not text; save it as CSV UTF-8"),
        (b"PK\3\4\0\0", "is not text; save it as CSV UTF-8"),
        (b"name\nAda\0\n", "is not text; save it as CSV UTF-8"),
        (b'a,b\n"x\ny",1\n2,"z\n', "4: a cell begins with \" and doesn't end; close it"),
        (b'a\n"x"y\n', '2: a cell goes on after its closing "; write quotes twice: ""'),
    ],
)
def test_what_is_no_csv_is_named_with_its_line(content, line):
    with pytest.raises(CourseError) as error:
        CsvTable.parse(content, "a.csv")
    assert str(error.value) in (f"a.csv: {line}", f"a.csv:{line}")


def test_a_table_that_is_far_too_big_is_refused(monkeypatch):
    monkeypatch.setattr(module, "_MAX_CELLS", 5)
    assert len(CsvTable.parse(b"a,b\n1,2\n", "a.csv").rows) == 2
    with pytest.raises(CourseError, match=r"a\.csv: has more than 5 cells; leave out columns"):
        CsvTable.parse(b"a,b\n1,2\n3,4\n", "a.csv")


def test_what_the_encoding_lacks_becomes_a_question_mark():
    table = CsvTable.parse("name,x\nZoë,\n".encode("cp1252"), "a.csv")
    assert table.filled({(1, 1): "王 é"}) == "name,x\r\nZoë,? é\r\n".encode("cp1252")
