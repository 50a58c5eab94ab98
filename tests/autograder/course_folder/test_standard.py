"""The course that Pacgrid ships."""

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.course_folder.build import build
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.new_course import new_course, shipped_course
from pacgrid.autograder.course_folder.rehearsal import EXPECTED


def drawn(test: dict[str, Any]) -> set[str]:
    """The positions and trees that a test draws."""
    return {text.strip() for key in ("positions", "trees") for text in test.get(key, ())}


def hidden_texts(assignment: dict[str, Any]) -> Iterator[str]:
    """What only hidden tests draw, and the salt or the seed."""
    tests = [test for question in assignment.get("questions", ()) for test in question["tests"]]
    visible = {text for test in tests if "visibility" not in test for text in drawn(test)}
    yield from {text for test in tests for text in drawn(test)} - visible - {"book"}
    yield from (str(assignment[key]) for key in ("salt", "seed") if key in assignment)


def test_each_assignment_has_wrong_hand_ins_and_what_they_get() -> None:
    for each in CourseFolder.load(shipped_course()).assignments:
        assert (each.folder / "wrong" / EXPECTED).exists()
        assert len([*(each.folder / "wrong").iterdir()]) > 2
        assert [*(each.folder / "solutions").iterdir()]


@pytest.mark.slow
def test_students_get_nothing_of_hidden_tests_and_solutions(tmp_path: Path) -> None:
    new_course(tmp_path, shipped_course(), date(2027, 1, 11), "Europe/Berlin")
    course = CourseFolder.load(tmp_path)
    build(course, Package("pacgrid==1"), None)
    assert not [*course.problems()]
    secrets: set[str] = set()
    for each in course.assignments:
        secrets |= {*hidden_texts(tomllib.loads(each.file.read_text("utf-8")))}
        staff = [*each.folder.glob("solutions/**/*.*"), *each.folder.glob("wrong/**/*.*")]
        secrets |= {path.read_text("utf-8").strip() for path in staff}
        secrets |= {(each.folder / "staff.md").read_text("utf-8").strip()}
    assert len(secrets) > 50
    files = [path for path in (tmp_path / "students").rglob("*") if path.is_file()]
    assert len(files) > 30
    texts = {path: path.read_bytes().decode("utf-8", "replace") for path in files}
    assert not [
        (path, secret) for path, text in texts.items() for secret in secrets if secret in text
    ]
