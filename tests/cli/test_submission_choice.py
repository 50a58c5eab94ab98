import json
from pathlib import Path

import pytest

from pacgrid.cli.grade_options import SubmissionChoice

METADATA = "submission_metadata.json"
ADA = {"users": [{"name": "Ada", "email": "ada@uni.edu"}]}


@pytest.mark.parametrize(
    ("metadata", "identifier"),
    [(None, ""), ({}, ""), (ADA, "ada@uni.edu"), ({"users": ADA["users"] * 2}, "")],
)
def test_gradescope_says_who_the_only_student_is(metadata, identifier, tmp_path: Path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "agent.py").write_text("x = 1\n")
    if metadata is not None:
        (tmp_path / METADATA).write_text(json.dumps(metadata))
    choice = SubmissionChoice([tmp_path / "submission"])
    (submission,) = choice.collect("agent.py", is_alone=True).submissions
    assert submission.identifier == identifier


@pytest.mark.parametrize("path", ["repository/agent.py", "repository/agents", "submission", "."])
def test_students_cannot_say_who_they_are(path, tmp_path, monkeypatch):
    """In a repository, the folder with the graded file is the student's own."""
    repository = tmp_path / "repository"
    (repository / "agents").mkdir(parents=True)
    (repository / "submission").mkdir()
    for folder in (repository, repository / "agents", repository / "submission"):
        (folder / "agent.py").write_text("x = 1\n")
        (folder / METADATA).write_text(json.dumps(ADA))
    monkeypatch.chdir(repository if path == "." else tmp_path)
    if path == "submission":
        (repository / "submission").rename("submission")
    (found,) = SubmissionChoice([Path(path)]).collect("agent.py", is_alone=True).submissions
    assert found.identifier == ""
