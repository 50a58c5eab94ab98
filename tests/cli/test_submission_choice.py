import json
from pathlib import Path

import pytest

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grading_task import GradingTask, Rubric
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.asked_files import AskedFiles
from pacgrid.cli.submission_choice import SubmissionChoice
from pacgrid.common.failure import Failure

FAILED = Failure("no")
EARLIER = {"assignment": "Trees", "digest": "d1", "mistakes": ["minimax: looks_too_far"]}


@pytest.mark.parametrize(
    ("metadata", "shown"),
    [
        (None, None),
        ({}, ()),
        ({"users": [{"name": "Ada"}, {"name": "Bob"}]}, ()),
        (
            {"previous_submissions": [{"results": {"extra_data": EARLIER}}]},
            ("minimax: looks_too_far",),
        ),
    ],
)
def test_gradescope_says_which_mistakes_were_shown_before(metadata, shown, tmp_path: Path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "agent.py").write_text("x = 1\n")
    if metadata is not None:
        (tmp_path / "submission_metadata.json").write_text(json.dumps(metadata))
    choice = SubmissionChoice([tmp_path / "submission"])
    (submission,) = choice.collect(AskedFiles(), "Trees", is_alone=True).submissions
    assert submission.shown_before == shown
    rubric = Rubric(assignment := Assignment.load("pacman"), assignment.questions, Level.PROCESS)
    task = GradingTask(submission, rubric)
    task.record(None, task.jobs(hidden=False)[None].failed(FAILED))
    assert task.grade().shown_before == shown
