from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import Result

from helpers.course import write_course
from pacgrid.autograder.authoring import package as module
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli.grade_options import SandboxLevel
from pacgrid.cli.output_path import OutputError


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wheel is built."""
    monkeypatch.setattr(module, "package", lambda: Package("./p.whl", ("p.whl", b"wheel")))


def test_a_bundle_is_written_with_instructions_and_is_always_the_same(
    pacgrid: Callable[..., Result],
) -> None:
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


def test_the_levels_are_those_of_systems_with_processes() -> None:
    levels = [level.value for level in Level if level is not Level.IN_PROCESS]
    assert [level.value for level in SandboxLevel] == levels


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (".", "is a directory; name a file in it"),
        ("no/such/a.zip", "there is no directory no/such; make it first"),
        ("x" * 300, "can't be written: File name too long"),
    ],
    ids=["folder", "nowhere", "too long"],
)
def test_a_bundle_that_cannot_be_written_is_one_line(
    pacgrid: Callable[..., Result], target: str, message: str
) -> None:
    with pytest.raises(OutputError, match=f"^.*{message}.*$"):
        pacgrid("assignment", "gradescope", write_course(Path("course")), "-o", target)
