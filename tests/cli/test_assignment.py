from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from rich.console import Console
from typer.testing import CliRunner

from helpers.course import course, write_course
from helpers.grading import replace_workers
from pacgrid.autograder.authoring import package
from pacgrid.autograder.authoring.kit import DryRunResult
from pacgrid.autograder.authoring.package import Package, PackageError
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli import app
from pacgrid.cli.assignment import dry_run_report
from pacgrid.cli.grade import JOURNAL
from pacgrid.cli.options import SandboxLevel
from pacgrid.errors import PacgridError

EASY = """
title = "Easy"
[[questions]]
name = "evaluation"
function = "evaluate"
points = 1
[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
games = 1
rounds = 5
search = "alpha_beta"
thresholds = [{average_score = -10000, points = 1}]
"""


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(package, "package", lambda: Package("./p.whl", ("p.whl", b"wheel")))


def report(folder, *results):
    console = Console(width=100)
    with console.capture() as captured:
        console.print(dry_run_report(course(folder), results))
    return captured.get()


def result(name, reference, *warnings):
    return DryRunResult(name, "Some", 2, 1, 5, reference, None, 0.5, 12.34, warnings)


def test_a_dry_run_is_a_row_for_each_question_their_sum_and_warnings(tmp_path):
    text = report(tmp_path, result("one", 5), result("two", 4, "is [bold] odd"))
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert rows["one"] == ["Some", "3", "1", "5", "5", "–", "0.5", "12.3"]
    assert rows["two:"] == ["is", "[bold]", "odd"]
    assert "the shipped agents don't get all points of two" in text
    without_agent = report(tmp_path, result("one", 5), result("two", None))
    assert "the shipped agents get 5 of 9 points" in without_agent
    two, three = replace(result("two", 6), extra=1), replace(result("three", 2), points=0, extra=2)
    text = report(tmp_path, result("one", 5), two, three)
    rows = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert "  5 + 1        6  " in rows["two"]
    assert "     +2        2  " in rows["three"]
    assert "the shipped agents get 13 of 9 points, 3 of them extra" in text
    missed = report(tmp_path, replace(result("two", 5), extra=1))
    assert "the shipped agents don't get all points of two" in missed


def test_an_assignment_is_checked(tmp_path, monkeypatch):
    replace_workers(monkeypatch)
    (tmp_path / "easy.toml").write_text(EASY)
    command = ["assignment", "check", str(tmp_path / "easy.toml"), "--jobs", "1"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0
    assert "the starter file gets all its points" in " ".join(done.stdout.split())
    assert "the shipped agents get 1 of 1 points" in done.stdout


@pytest.mark.slow
def test_seeds_that_can_be_guessed_are_named_until_the_file_has_the_salt(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("easy.toml")
    file.write_text(EASY.replace("games = 1\n", 'games = 1\nvisibility = "hidden"\n'))
    check = ["assignment", "check", str(file), "--jobs", "1"]
    grade = ["grade", "student.py", "-a", str(file), "--journal", JOURNAL.name]
    Path("student.py").write_text("")
    advice = "write this as the first line of easy.toml: salt = "

    first = CliRunner().invoke(app, check)
    assert advice in first.stdout
    assert advice in CliRunner().invoke(app, grade).stderr.splitlines()[0]
    line = first.stdout.rpartition(": ")[2]
    file.write_text(f"{line}{file.read_text()}")
    assert advice not in CliRunner().invoke(app, check).stdout
    assert advice not in CliRunner().invoke(app, grade).stderr


@pytest.mark.slow
def test_an_assignment_that_the_shipped_agents_fail_sets_the_exit_code(tmp_path):
    (tmp_path / "hard.toml").write_text(EASY.replace("-10000", "10000"))
    command = ["assignment", "check", str(tmp_path / "hard.toml"), "--jobs", "1"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1
    assert "don't get all points of evaluation" in done.stdout


def test_a_kit_is_written_with_a_note_of_what_is_missing(tmp_path):
    source = write_course(tmp_path / "staff")
    done = CliRunner().invoke(app, ["assignment", "kit", source, "-o", str(tmp_path / "kit")])
    assert done.exit_code == 0
    names = "README.md, answers.py, arena.lay, assignment.toml, even.py"
    assert f"Wrote {names}, hunter.py, p.whl to {tmp_path}/kit." in done.stdout
    assert "Questions with only hidden tests: evaluation." in done.stdout
    assert "The visible tests give 3.5 of 9 points." in done.stdout
    text = EASY.replace("games = 1\n", 'games = 1\nvisibility = "hidden"\n')
    (tmp_path / "hidden.toml").write_text(text)
    command = ["assignment", "kit", str(tmp_path / "hidden.toml"), "-o", str(tmp_path / "hidden")]
    assert "All tests are hidden" in CliRunner().invoke(app, command).stdout
    error = CliRunner().invoke(app, command).exception
    assert isinstance(error, PacgridError)
    assert str(error).startswith(f"{tmp_path}/hidden/agent.py: exists")
    assert CliRunner().invoke(app, [*command, "--force"]).exit_code == 0


def test_a_kit_without_pacgrid_names_the_version_to_install(tmp_path, monkeypatch):
    def fail():
        raise PackageError("no network")

    monkeypatch.setattr(package, "package", fail)
    command = ["assignment", "kit", write_course(tmp_path / "staff"), "-o", str(tmp_path / "kit")]
    assert "no network; so the kit is without Pacgrid" in CliRunner().invoke(app, command).stderr
    assert 'pip install "pacgrid==' in (tmp_path / "kit" / "README.md").read_text()


def test_a_bundle_is_written_with_instructions_and_is_always_the_same(pacgrid):
    source = write_course(Path("course"))
    done = pacgrid("assignment", "gradescope", source, "-o", "one.zip")
    assert "Wrote one.zip." in done.stdout
    assert "Autograder points: 9\n" in done.stdout
    assert "p.whl" in ZipFile("one.zip").namelist()
    for name in ("two.zip", "two.zip"):  # the second overwrites the first
        pacgrid("assignment", "gradescope", source, "-o", name)
    assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()
    pacgrid("assignment", "gradescope", source, "-o", "weak.zip", "--sandbox", "process")
    for name, weak in (("one.zip", False), ("weak.zip", True)):
        assert (b"--sandbox process\n" in ZipFile(name).read("run_autograder")) == weak


def test_the_levels_are_those_of_systems_with_processes():
    levels = [level.value for level in Level if level is not Level.IN_PROCESS]
    assert [level.value for level in SandboxLevel] == levels
