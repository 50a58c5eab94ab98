from pathlib import Path

import pytest

from helpers.course import EVEN, SECRETS, course
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit, visible_part
from pacgrid.autograder.authoring.output_folder import FolderError
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.limits import Budget

PACKAGE = Package("./pacgrid.whl", ("pacgrid.whl", b"wheel"))
HIDDEN = """
title = "All hidden"
[[questions]]
name = "minimax"
agent = "Minimax"
points = 2
[[questions.tests]]
kind = "search"
visibility = "hidden"
search = "minimax"
depth = 1
points = 2
positions = ["%%%%%\\n%P.1%\\n%%%%%"]
"""


def visible_tests(assignment: Assignment) -> list[GradedTest]:
    tests = [test for question in assignment.questions for test in question.tests]
    return [test for test in tests if test.visibility == "visible"]


def content(test: GradedTest) -> dict[str, object]:
    """All of a test but the folders of its ghosts."""
    dumped = test.model_dump()
    ghosts = dumped.get("ghosts", [])
    return {**dumped, "ghosts": [Path(ghost.replace(":", "/")).name for ghost in ghosts]}


def test_the_written_tests_are_the_visible_ones(tmp_path: Path) -> None:
    original = course(tmp_path / "staff")
    Kit.of(original, PACKAGE).write(tmp_path / "kit")
    written = Assignment.load(tmp_path / "kit" / "assignment.toml")
    expected = [content(test) for test in visible_tests(original)]
    assert [content(test) for question in written.questions for test in question.tests] == (
        expected
    )
    assert written.limits == original.limits
    assert (written.title, written.file) == (original.title, original.file)


def test_students_have_the_same_limits_for_a_test_though_they_see_fewer(tmp_path: Path) -> None:
    original = course(tmp_path)
    submission = Budget(cpu_seconds=7, seconds=7)
    limits = original.limits.model_copy(update={"submission": submission})
    original = original.model_copy(update={"limits": limits})
    visible = visible_part(original)
    assert visible
    assert len(visible_tests(original)) < sum(len(q.tests) for q in original.questions)
    assert visible.test_limits == original.test_limits != limits


def test_the_shipped_assignment_is_written_in_full(tmp_path: Path) -> None:
    shipped = Assignment.load("pacman")
    Kit.of(shipped, PACKAGE).write(tmp_path)
    assert Assignment.load(tmp_path / "assignment.toml").model_dump() == shipped.model_dump()


def test_students_get_exactly_the_files_they_need_and_no_hidden_test(tmp_path: Path) -> None:
    files = Kit.of(course(tmp_path), PACKAGE).files
    assert sorted(files) == [
        *("README.md", "answers.py", "arena.lay", "assignment.toml", "even.py"),
        *("figures/minimax.svg", "figures/reflex.svg", "hunter.py", "pacgrid.whl"),
    ]
    assert files["even.py"] == EVEN.encode()
    text = "\n".join(files).encode() + b"\n".join(files.values())
    assert [secret for secret in SECRETS if secret.encode() in text] == []


def test_questions_keep_the_points_of_their_visible_tests(tmp_path: Path) -> None:
    seen = visible_part(course(tmp_path))
    assert seen is not None
    assert {question.name: question.points for question in seen.questions} == {
        "reflex": 2,
        "minimax": 1.5,
    }


def test_the_readme_says_what_to_write_and_its_points(tmp_path: Path) -> None:
    readme = Kit.of(course(tmp_path), PACKAGE).files["README.md"].decode()
    assert "| [reflex](#reflex) | the class `Reflex` | 2 |" in readme
    assert "| evaluation | the function `evaluate` | – |" in readme
    assert "are worth 3.5 points" in readme
    assert "5.5 more: 9 points in all" in readme
    assert "--question reflex` ends with:\n\n```text\n2 of 2 points\n```" in readme
    assert "A question that you don't answer counts as zero." in readme
    assert 'pip install "./pacgrid.whl"' in readme
    assert "| importing your file, or building an agent | 4 s |" in readme
    assert "There are no others" not in readme


def test_if_all_tests_are_hidden_the_readme_says_so(tmp_path: Path) -> None:
    kit = Kit.of(Assignment.parse(HIDDEN, "hidden.toml"), PACKAGE)
    assert kit.visible is None
    assert sorted(kit.files) == ["README.md", "agent.py", "pacgrid.whl"]
    kit.write(tmp_path)
    readme = (tmp_path / "README.md").read_text()
    assert "All tests are hidden" in readme
    assert "assignment.toml" not in readme + (tmp_path / "agent.py").read_text()


def test_files_are_overwritten_only_with_force(tmp_path: Path) -> None:
    kit = Kit.of(course(tmp_path / "staff"), PACKAGE)
    (tmp_path / "answers.py").write_text("precious")
    with pytest.raises(FolderError, match=r"answers\.py: exists; choose another folder"):
        kit.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.py", "staff"]
    kit.write(tmp_path, force=True)
    assert (tmp_path / "answers.py").read_bytes() == kit.files["answers.py"]


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"can't be written: \w+"):
        Kit.of(course(tmp_path / "staff"), PACKAGE).write(tmp_path / "file" / "kit")


def test_a_ghost_that_needs_a_file_outside_the_kit_is_an_error(tmp_path: Path) -> None:
    original = course(tmp_path / "staff")
    ghost = tmp_path / "staff" / "ghosts" / "hunter.py"
    (tmp_path / "staff" / "ghosts" / "data").write_text("")
    opens = "from pathlib import Path\nPath(__file__).with_name('data').read_text()\n"
    ghost.write_text(opens + ghost.read_text())
    with pytest.raises(AssignmentError, match=r"hunter\.py: can't be imported: FileNotFoundError"):
        Kit.of(original, PACKAGE).write(tmp_path / "kit")
