import pytest

from helpers.course_register import roster
from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.autograder.course.roster import read_people

CLASS = roster("name,id,login\nAda,=1,ada\nBob,2,bob\n")


def test_rows_are_about_students_by_any_identifier_or_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("name,user id,note\nBob,99,x\n,'=1,y\n\nEve,,z\n")
    rows = list(read_people(path, CLASS, {"note": ("note", "remark"), "other": ("other",)}))
    assert [(row.student.name if row.student else "", dict(row.cells)) for row in rows] == [
        ("Bob", {"note": "x", "other": ""}),
        ("Ada", {"note": "y", "other": ""}),  # with the apostrophe of our own tables
        ("", {"note": "z", "other": ""}),
    ]
    with pytest.raises(CourseError) as error:
        _ = rows[2].known
    line = f"{path}:5: 'Eve' is not in the roster; correct or remove it"
    assert str(error.value) == line


def test_a_column_that_is_needed_is_named(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,note\n2,x\n")
    with pytest.raises(CourseError) as error:
        list(read_people(path, CLASS, {"group": ("team", "group")}, "group"))
    assert str(error.value) == f"{path}:1: has no column that says group; call it team"


def test_a_file_about_nobody_is_named(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("who,note\nAda,x\n")
    with pytest.raises(CourseError) as error:
        list(read_people(path, CLASS, {}))
    assert str(error.value) == (
        f"{path}:1: has no column of identifiers (it has who, note); call it identifier"
    )
