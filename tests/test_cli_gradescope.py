from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from helpers.course import write_course
from pacgrid.autograder.authoring import package as module
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli import app
from pacgrid.cli.gradescope import BundleError, SandboxLevel


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wheel is built."""
    monkeypatch.setattr(module, "package", lambda: Package("./p.whl", ("p.whl", b"wheel")))


def gradescope(*arguments: str):
    return CliRunner().invoke(app, ["gradescope", *arguments])


def test_the_bundle_is_written_with_instructions(tmp_path: Path) -> None:
    target = tmp_path / "autograder.zip"
    done = gradescope(write_course(tmp_path), "-o", str(target))
    assert done.exit_code == 0
    assert f"Wrote {target}." in done.stdout
    assert "Autograder points: 9\n" in done.stdout
    assert "p.whl" in ZipFile(target).namelist()


def test_the_same_input_makes_the_same_file(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip", "two.zip"):
        gradescope("pacman", "-o", str(tmp_path / name))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_the_weakest_sandbox_must_be_asked_for(tmp_path: Path) -> None:
    for target, more in (("default.zip", []), ("weak.zip", ["--sandbox", "process"])):
        gradescope("pacman", "-o", str(tmp_path / target), *more)
    scripts = [
        ZipFile(tmp_path / name).read("run_autograder") for name in ("default.zip", "weak.zip")
    ]
    assert [b"--sandbox process\n" in script for script in scripts] == [False, True]


def test_the_levels_are_those_of_the_sandbox() -> None:
    assert [wall.value for wall in SandboxLevel] == [level.value for level in Level]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("", "is a folder; name a file"),
        ("no/such/a.zip", "there is no folder"),
        ("x" * 300, "can't be written: File name too long"),
    ],
    ids=["folder", "nowhere", "too long"],
)
def test_an_output_that_can_not_be_written_is_one_line(
    tmp_path: Path, target: str, message: str
) -> None:
    done = gradescope("pacman", "-o", str(tmp_path / target))
    assert isinstance(done.exception, BundleError)
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
