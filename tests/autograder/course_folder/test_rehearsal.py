from collections.abc import Sequence
from pathlib import Path

import pytest

from helpers.course_folders import write_files
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.rehearsal import RehearsedHandIn, rehearse
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission

SLIP = "1_trees/wrong/expected.toml"


def rehearsed(folder: Path, **files: str) -> list[RehearsedHandIn]:
    """The rehearsal of the exercises, which run no code, after these files are written."""
    trees, *_ = CourseFolder.load(write_files(folder)).assignments
    for path, text in files.items():
        write_files(folder, {path: text})

    def grade(submissions: Sequence[Submission]) -> list[Grade]:
        return Grader(trees.source, level=Level.PROCESS, jobs=1).grade(submissions)  # type: ignore[arg-type]

    return rehearse(trees, grade)


def test_exercises_that_no_file_could_answer_are_solved_in_a_solution(tmp_path: Path) -> None:
    solution, slip = rehearsed(tmp_path)
    assert (solution.place, solution.total) == ("1_trees/solutions", "8 of 8 points")
    assert (slip.place, slip.total) == ("1_trees/wrong/slip", "3 of 8 points")
    assert solution.problems == slip.problems == ()


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {SLIP: "[slip]\npoints = 2\n"},
            "1_trees/wrong/slip: gets 3 points, not 2",
        ),
        (
            {SLIP: "[slip]\npoints = [3.5, 4]\n"},
            "1_trees/wrong/slip: gets 3 points, not 3.5 to 4",
        ),
        (
            {SLIP: '[slip]\npoints = 3\nmistakes = ["prunes"]\n'},
            "1_trees/wrong/slip: 'prunes' isn't named (nothing is named)",
        ),
        (
            {"1_trees/solutions/book.toml": '[question_1]\nA = "4"\n'},
            "1_trees/solutions: book gets 0 of 4 points: The tree of the book: "
            "right in 0 of 4, 3 left empty",
        ),
    ],
)
def test_what_is_not_as_expected_is_named(
    tmp_path: Path, files: dict[str, str], problem: str
) -> None:
    problems = [line for each in rehearsed(tmp_path, **files) for line in each.problems]
    assert problem in problems


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no table [slip]; add one with its points"),
        ("[slip]\npoints = 3\n[slop]\npoints = 3\n", "no hand-in 'slop' beside it"),
        ("[slip]\npionts = 3\n", "did you mean 'points'?"),
        ("[slip\n", "expected.toml:1:"),
    ],
)
def test_expectations_that_do_not_fit_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(CourseError) as caught:
        rehearsed(tmp_path, **{SLIP: text})
    assert message in str(caught.value)


def test_an_assignment_without_solutions_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path)
    (tmp_path / "2_minimax/solutions/agent.py").unlink()
    _, minimax, _ = CourseFolder.load(tmp_path).assignments
    with pytest.raises(CourseError, match="2_minimax/solutions: has no solution; write one"):
        rehearse(minimax, lambda _: [])
