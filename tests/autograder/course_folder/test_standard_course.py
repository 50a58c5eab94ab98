"""The course that comes with Pacgrid: what is in it, and its rehearsal."""

import random
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.course_folder.build import build
from pacgrid.autograder.course_folder.course_folder import WRONG, CourseFolder
from pacgrid.autograder.course_folder.new_course import new_course, shipped_course
from pacgrid.autograder.course_folder.rehearsal import EXPECTED

COURSE = CourseFolder.load(shipped_course())


@pytest.fixture
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Salts and seeds that are the same in every run of the tests."""
    rng = random.Random(7)
    salts = "pacgrid.autograder.authoring.salt.token_hex"
    monkeypatch.setattr(salts, lambda size: rng.randbytes(size).hex())
    seeds = "pacgrid.autograder.course_folder.new_course.secret_seed"
    monkeypatch.setattr(seeds, lambda: rng.randrange(10**17, 10**18))


@pytest.mark.slow
@pytest.mark.usefixtures("same_secrets")
def test_solutions_get_all_points_and_wrong_hand_ins_what_is_expected(pacgrid, tmp_path):
    new_course(tmp_path / "course", shipped_course(), date(2027, 1, 11))
    build(CourseFolder.load(tmp_path / "course"), Package("pacgrid==1"), None)
    checked = pacgrid("course", "check", tmp_path / "course", "--jobs", 2)
    assert "everything is as it should be" in checked.output


def test_the_weights_of_its_assignments_add_up_to_100():
    assert sum(each.entry.weight for each in COURSE.assignments) == 100


@pytest.mark.parametrize("assignment", COURSE.assignments, ids=lambda each: each.name)
def test_most_wrong_hand_ins_name_a_mistake(assignment):
    expected = tomllib.loads((assignment.folder / WRONG / EXPECTED).read_text("utf-8"))
    named = sum(bool(each["mistakes"]) for each in expected.values())
    assert named >= 2 * len(expected) / 3


def drawn(test: dict[str, Any]) -> set[str]:
    """The positions and trees that a test draws."""
    return {text.strip() for key in ("positions", "trees") for text in test.get(key, ())}


def hidden_texts(assignment: dict[str, Any]) -> Iterator[str]:
    """What only hidden tests draw, and the salt or the seed."""
    tests = [test for question in assignment.get("questions", ()) for test in question["tests"]]
    visible = {text for test in tests if "visibility" not in test for text in drawn(test)}
    yield from {text for test in tests for text in drawn(test)} - visible - {"book"}
    yield from (str(assignment[key]) for key in ("salt", "seed") if key in assignment)


@pytest.mark.slow
def test_students_get_nothing_of_its_hidden_tests_and_solutions(tmp_path: Path) -> None:
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
