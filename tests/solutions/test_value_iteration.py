"""Solving that is interrupted goes on where it stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pacgrid import Layout
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.solutions.objective import Objective, SolutionError
from pacgrid.solutions.solution import read_arrays, write_arrays
from pacgrid.solutions.solve import solve

DUEL = Layout.load("duel")


def stop_after(last: int) -> Callable[[int, float], None]:
    def progress(rounds: int, change: float) -> None:
        if rounds == last:
            raise KeyboardInterrupt

    return progress


def interrupt(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve(
            DUEL, ghosts=RandomGhost(), objective=Objective.WIN, path=path, progress=stop_after(7)
        )


def test_an_interrupted_solution_goes_on_to_the_same_values(tmp_path: Path) -> None:
    path, whole = tmp_path / "solution", tmp_path / "whole"
    interrupt(path)
    assert not path.exists()
    rounds: list[int] = []
    solve(
        DUEL,
        ghosts=RandomGhost(),
        objective=Objective.WIN,
        path=path,
        progress=lambda done, change: rounds.append(done),
    )
    assert rounds[0] > 7
    assert [file.name for file in tmp_path.iterdir()] == ["solution"]
    solve(DUEL, ghosts=RandomGhost(), objective=Objective.WIN, path=whole)
    (_, resumed), (_, at_once) = read_arrays(path), read_arrays(whole)
    assert all(np.array_equal(resumed[name], at_once[name]) for name in at_once)


def test_long_solving_leaves_checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, partial = tmp_path / "solution", tmp_path / "solution.partial"
    at_once = solve(DUEL, path=path)
    found: list[bool] = []
    monkeypatch.setattr("pacgrid.solutions.solve.SECONDS_BETWEEN_CHECKPOINTS", 0)
    again = solve(DUEL, path=path, progress=lambda done, change: found.append(partial.exists()))
    assert found == [False, *[True] * (len(found) - 1)]
    assert not partial.exists()
    assert np.array_equal(again.stored_values, at_once.stored_values)
    assert again.converged_after == at_once.converged_after


@pytest.mark.parametrize("change", [lambda content: content[:-1], lambda content: b"no arrays"])
def test_a_checkpoint_of_another_problem_or_a_damaged_one_is_refused(
    change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path, partial = tmp_path / "solution", tmp_path / "solution.partial"
    interrupt(path)
    message = "solution.partial: is damaged, or is not a checkpoint of this board, these ghosts and"
    with pytest.raises(SolutionError, match=message):
        solve(DUEL, ghosts=RandomGhost(), objective=Objective.SCORE, path=path)
    partial.write_bytes(change(partial.read_bytes()))
    with pytest.raises(SolutionError, match=message):
        solve(DUEL, ghosts=RandomGhost(), objective=Objective.WIN, path=path)
    assert not path.exists()


@pytest.mark.parametrize(
    "change",
    [
        *({"rounds": "x"}, {"rounds": "-1"}, {"values": None}, {"values": np.zeros(1)}),
        *({"recent": np.zeros((2, 2))}, {"recent": np.full(3, np.nan)}),
    ],
)
def test_a_forged_checkpoint_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path, partial = tmp_path / "solution", tmp_path / "solution.partial"
    interrupt(path)
    header, arrays = read_arrays(partial)
    forged = {name: part for name, part in ({**arrays} | change).items() if part is not None}
    write_arrays(
        partial,
        header | {name: forged.pop(name) for name in change if name in header},
        forged,
    )
    with pytest.raises(SolutionError, match=r"partial: is damaged, or is not a checkpoint"):
        interrupt(path)


def test_values_without_a_limit_must_converge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacgrid.solutions.solve.CONVERGENCE_LIMIT", 100)
    with pytest.raises(SolutionError, match="don't converge within 100 rounds"):
        solve(Layout.load("pocket"), rounds=None, path=tmp_path / "solution")
    assert solve(DUEL, rounds=None, path=tmp_path / "solution").converged_after


@pytest.mark.parametrize("rounds", [0, 65_536])
def test_limits_that_cant_be_stored_are_refused(rounds: int, tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="rounds must be from 1 to 65,535, or None, not "):
        solve(DUEL, rounds=rounds, path=tmp_path / "solution")
    assert not [*tmp_path.iterdir()]
