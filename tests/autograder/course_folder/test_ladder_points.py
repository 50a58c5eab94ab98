import pytest

from helpers.ladders import CHASE, HUNGRY, RANDOM, entrant_file, played, replace_ladder_workers
from pacgrid.autograder.course_folder.course_file import LadderPoints
from pacgrid.autograder.course_folder.ladder_assignment import ladder_assignment
from pacgrid.autograder.course_folder.ladder_points import ladder_grades
from pacgrid.autograder.ladder.rules import LadderRules
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.feedback import as_text
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure

RULE = LadderPoints(beats={"random_agent": 2, "directional_ghost": 1}, rank=3)
BROKEN = "class Broken(Agent):\n    def act(self, state):\n        raise ValueError('oops')\n"


def feedback(grade: Grade) -> str:
    return as_text(student_view(ladder_assignment(LadderRules(), RULE), grade))


def test_points_are_for_beaten_anchors_and_for_the_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_ladder_workers(monkeypatch)
    handed_in = [
        entrant_file(HUNGRY + CHASE, "ada"),
        entrant_file(RANDOM, "bob"),
        entrant_file(BROKEN, "cleo"),
        entrant_file("x = 1", "dora"),
    ]
    gone = Submission("eve", problem=Failure("nothing was handed in"), missing=True)
    grades = {
        grade.name: grade for grade in ladder_grades(played(handed_in), RULE, [*handed_in, gone])
    }
    assert [grade.possible for grade in grades.values()] == [6] * 5
    ada = {outcome.test: outcome.points for outcome in grades["ada"].questions[0].outcomes}
    assert ada["above random_agent"] == 2
    assert ada["rank"] == 3
    assert grades["bob"].points < grades["ada"].points
    assert grades["cleo"].points == 0
    assert "forfeits games, exception: ValueError: oops" in feedback(grades["cleo"])
    assert (grades["dora"].points, grades["dora"].total) == (0, 0)
    assert "has no agent" in feedback(grades["dora"])
    assert grades["eve"].total is None


def test_without_games_nobody_has_points(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_ladder_workers(monkeypatch)
    only = entrant_file("x = 1", "dora")
    (grade,) = ladder_grades(played([only]), RULE, [only])
    assert grade.points == 0
