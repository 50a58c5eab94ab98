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
METADATA = "submission_metadata.json"
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
        (tmp_path / METADATA).write_text(json.dumps(metadata))
    choice = SubmissionChoice([tmp_path / "submission"])
    (submission,) = choice.collect(AskedFiles(), "Trees", is_alone=True).submissions
    assert submission.shown_before == shown
    rubric = Rubric(assignment := Assignment.load("pacman"), assignment.questions, Level.PROCESS)
    task = GradingTask(submission, rubric)
    task.record(None, task.jobs(hidden=False)[None].failed(FAILED))
    assert task.grade().shown_before == shown


@pytest.mark.parametrize("path", ["repository/agent.py", "repository/agents", "submission", "."])
def test_students_cannot_say_who_they_are_or_what_they_have_seen(path, tmp_path, monkeypatch):
    """On GitHub, the folder with the graded file is the student's own."""
    repository = tmp_path / "repository"
    (repository / "agents").mkdir(parents=True)
    (repository / "submission").mkdir()
    for folder in (repository, repository / "agents", repository / "submission"):
        (folder / "agent.py").write_text("x = 1\n")
        (folder / METADATA).write_text(
            json.dumps(
                {
                    "users": [{"name": "Ada", "email": "ada@uni.edu"}],
                    "previous_submissions": [{"results": {"extra_data": EARLIER}}],
                }
            )
        )
    monkeypatch.chdir(repository if path == "." else tmp_path)
    if path == "submission":
        (repository / "submission").rename("submission")
    (found,) = (
        SubmissionChoice([Path(path)]).collect(AskedFiles(), "Trees", is_alone=True).submissions
    )
    assert (found.shown_before, found.identifier) == (None, "")
