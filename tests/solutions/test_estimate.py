"""What solving takes is compared with what there is, before it starts."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pacgrid import Layout
from pacgrid.errors import PacgridError
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.estimate import free_memory
from pacgrid.solutions.solve import solve

DUEL = Layout.load("duel")
UNREACHABLE = Layout(("%%%%%%%", "%P. %.%", "%%%%%%%"))
NO_FOOD = Layout(("%%%%%", "%P 1%", "%%%%%"))


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (UNREACHABLE, "<layout>:2:6: Pac-Man can't reach this food; open a way to it or remove it"),
        (NO_FOOD, "<layout>:1:1: no food; write at least one ."),
    ],
)
def test_a_layout_that_no_file_can_have_is_refused_before_it_is_solved(
    layout: Layout, message: str, tmp_path: Path
) -> None:
    with pytest.raises(PacgridError) as error:
        solve(layout, path=tmp_path / "solution")
    assert str(error.value) == message
    assert not [*tmp_path.iterdir()]


def test_too_little_memory_is_said_with_the_ghosts_that_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacgrid.solutions.estimate.free_memory", lambda: 250_000)
    message = r"^duel .* 11,232 positions, .* 0.6 MB of memory; 0.2 MB are free; with 1 ghost"
    with pytest.raises(SolutionError, match=message):
        solve(DUEL, path=tmp_path / "solution")


def test_a_limit_of_the_process_counts_as_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert free_memory() > 0
    monkeypatch.setattr("psutil.Process.rlimit", lambda *_: (1, 1), raising=False)
    monkeypatch.setattr("psutil.RLIMIT_AS", 0, raising=False)
    monkeypatch.setattr("psutil.RLIM_INFINITY", -1, raising=False)
    assert free_memory() == 0


def test_a_full_disk_and_a_missing_folder_are_said_before_solving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SolutionError, match=r"solution: can't be written: No such file"):
        solve(DUEL, path=tmp_path / "none" / "solution", progress=pytest.fail)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    message = r"solution: takes up to 0\.1 MB with its checkpoint; 0\.0 MB are free on this disk$"
    with pytest.raises(SolutionError, match=message):
        solve(DUEL, path=tmp_path / "solution", progress=pytest.fail)
    assert not [*tmp_path.iterdir()]
