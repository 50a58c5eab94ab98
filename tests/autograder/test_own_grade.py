"""Grading from Python."""

from pathlib import Path

import pytest

import pacgrid
from helpers.grading import GOES_WEST, TINY, write


def test_a_graded_file_shows_its_feedback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOES_WEST, "mine.py")
    write(tmp_path, TINY, "tiny.toml")
    monkeypatch.chdir(tmp_path)
    whole = pacgrid.grade("mine.py", "tiny.toml")
    assert 0 < whole.points < whole.possible
    assert repr(whole).startswith("Tiny  mine.py\n")
    assert whole.command == "pacgrid grade mine.py --assignment tiny.toml"
    one = pacgrid.grade(Path("mine.py"), "tiny.toml", only=["reflex.1"], fast=True)
    assert one.possible < whole.possible


@pytest.mark.parametrize(
    ("path", "assignment", "message"),
    [
        ("nowhere.py", "pacman", r"nowhere\.py: no such file"),
        (".", "nowhere.toml", r"nowhere\.toml"),
    ],
)
def test_what_cannot_be_graded_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, assignment: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pacgrid.PacgridError, match=message) as caught:
        pacgrid.grade(path, assignment)
    assert "\n" not in str(caught.value)
