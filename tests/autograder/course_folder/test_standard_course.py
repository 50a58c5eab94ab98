"""The course that comes with Pacgrid: what is in it, and its rehearsal."""

import tomllib
from datetime import date

import pytest

from pacgrid.autograder.course_folder.course_folder import WRONG, CourseFolder
from pacgrid.autograder.course_folder.new_course import new_course, shipped_course
from pacgrid.autograder.course_folder.rehearsal import EXPECTED

COURSE = CourseFolder.load(shipped_course())


@pytest.mark.slow
def test_with_new_salts_solutions_get_all_points_and_wrong_hand_ins_what_is_expected(
    pacgrid, tmp_path
):
    new_course(tmp_path / "course", shipped_course(), date(2027, 1, 11))
    checked = pacgrid("course", "check", tmp_path / "course", "--jobs", 2)
    assert "everything is as it should be" in checked.output


def test_the_weights_of_its_assignments_add_up_to_100():
    assert sum(each.entry.weight for each in COURSE.assignments) == 100


@pytest.mark.parametrize("assignment", COURSE.assignments, ids=lambda each: each.name)
def test_most_wrong_hand_ins_name_a_mistake(assignment):
    expected = tomllib.loads((assignment.folder / WRONG / EXPECTED).read_text("utf-8"))
    named = sum(bool(each["mistakes"]) for each in expected.values())
    assert named >= 2 * len(expected) / 3
