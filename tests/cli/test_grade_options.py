""" """

import json
from pathlib import Path

import pytest

from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.cli.grade_options import CourseChoice, SubmissionChoice
from pacgrid.cli.options import OptionError

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


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"dates": Path("d.toml")}, "--dates needs a roster; name one with --roster"),
        ({"upload": Path("up")}, "--upload needs a roster; name one with --roster"),
    ],
)
def test_options_that_do_not_go_together_are_named(options, line):
    with pytest.raises(OptionError) as error:
        CourseChoice(**options)
    assert str(error.value) == line


def test_without_a_roster_there_is_no_register():
    assert CourseChoice().register("HW 1") is None
    assert CourseChoice().upload_of(None, "HW 1") is None


def test_the_roster_is_never_overwritten(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("name,id\nAda,1\n")
    with pytest.raises(
        OptionError, match=r"--upload would overwrite .*r\.csv; name another folder"
    ):
        CourseChoice(roster=path, upload=tmp_path).check_folder()


def test_files_of_the_course_are_read_before_anything_is_graded(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("Student,ID,Section,HW 2\nAda,1,A,\n")
    choice = CourseChoice(roster=path, upload=tmp_path / "up")
    register = choice.register("HW 1")
    with pytest.raises(CourseError, match="has no column of grades called 'HW 1'"):
        choice.upload_of(register, "HW 1")
    assert not (tmp_path / "up").exists()
