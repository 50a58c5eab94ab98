import pytest

from helpers.course_register import roster
from helpers.grades import GOOD
from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.autograder.course.lateness import CourseRow, used_before
from pacgrid.autograder.reports.gradebook import late_days_table

CLASS = roster("name,id\nAda,-1\nBob,2\n")


def test_late_days_of_earlier_assignments_add_up(tmp_path):
    files = [tmp_path / "1.csv", tmp_path / "2.csv"]
    for path, used in zip(files, (1, 2), strict=True):
        path.write_text(f"identifier,late days used\n'-1,{used}\n2,\n9,5\n")
    found = used_before(files, CLASS)
    assert {one.name: days for one, days in found.items()} == {"Ada": 3, "Bob": 0}
    files[0].write_text(late_days_table([(GOOD, CourseRow())]))
    assert used_before(files[:1], CLASS) == {}


def test_a_number_that_is_none_is_named(tmp_path):
    path = tmp_path / "1.csv"
    path.write_text("identifier,late days used\n2,many\n")
    with pytest.raises(CourseError) as error:
        used_before([path], CLASS)
    assert str(error.value) == f"{path}:2: 'many' is not a number of late days; correct it"
