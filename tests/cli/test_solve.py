"""`pacgrid solve`."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pacgrid.cli import app

Run = Callable[..., Result]
SOLVE = ["solve", "pocket", "--ghosts", "minimax"]


def test_a_board_is_solved_described_and_played(pacgrid: Run) -> None:
    done = pacgrid(*SOLVE)
    assert done.stderr.startswith("198 positions: ")
    assert "on disk, 0:00:01 at most" in done.stderr
    assert "Wrote pocket.solution" in done.stderr
    assert done.stdout.startswith("pocket against minimax: 510.00 points")
    assert re.search(r"stop +│ +510\.00 │ best", done.stdout)
    assert pacgrid("solve", "pocket.solution").stdout == done.stdout
    command = done.stdout.partition("Play it: pacgrid ")[2].split()
    assert "Won: 510 points" in pacgrid(*command, "--view", "none").output


@pytest.mark.parametrize(
    "words",
    ["optimal:solution=pocket.solution", "reflex -g optimal_ghost:solution=pocket.solution"],
)
def test_a_solution_of_another_board_is_an_error_before_the_game(pacgrid: Run, words: str) -> None:
    pacgrid(*SOLVE)
    result = CliRunner().invoke(app, ["play", *words.split(), "--layout", "trap"])
    assert (
        str(result.exception) == "pocket.solution: is for pocket with 1 ghost, not for this board"
    )


def test_the_same_command_solves_nothing_twice_and_another_one_replaces_nothing(
    pacgrid: Run,
) -> None:
    first = pacgrid(*SOLVE)
    written = Path("pocket.solution").stat()
    again = pacgrid(*SOLVE)
    assert (again.stdout, again.stderr) == (
        first.stdout,
        "pocket.solution has this solution already\n",
    )
    other = CliRunner().invoke(app, [*SOLVE, "--objective", "win"])
    assert str(other.exception) == (
        "pocket.solution: has another solution, of pocket against minimax (objective: score, 1000"
        " rounds); name another file with --out"
    )
    assert Path("pocket.solution").stat() == written


def test_fewer_ghosts_and_rounds_are_in_the_command_that_plays(pacgrid: Run) -> None:
    done = pacgrid(
        *shlex.split("solve duel -g random_ghost --num-ghosts 1 --rounds 3 -o x.solution")
    )
    assert "values not converged after 3 rounds" in done.stdout
    assert done.stdout.endswith(
        "Play it: pacgrid play optimal:solution=x.solution --layout duel --ghosts random_ghost"
        " --num-ghosts 1 --rounds 3\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["medium"],
            "medium is too large to solve: 105 pieces of food and capsules make about 5e+33",
        ),
        (["nowhere"], "nowhere: no such layout or file"),
        (["pocket", "-g", "alpha_beta"], "--ghosts alpha_beta: its chances aren't known"),
        (["pocket", "-g", "a.py"], "a.py: no such file"),
        (["pocket", "--num-ghosts", "2"], "--num-ghosts 2: pocket has only 1 ghost"),
        (["pocket", "-o", "no/x"], "no/x: there is no directory no; make it first"),
        (["pocket", "-o", "text"], "text: is not a solution, or its header is damaged; it stays"),
        (["text.solution"], "text.solution: can't be read: No such file or directory"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("a text")
    done = CliRunner().invoke(app, ["solve", *words])
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
    assert [path.name for path in Path().iterdir()] == ["text"]
    assert Path("text").read_text() == "a text"


STOPPED = """
import signal
from pacgrid.cli import main
from pacgrid.solutions import solve
signal.signal(signal.SIGINT, signal.default_int_handler)
real = solve.ValueIteration.run
def run(self, rounds, progress, **options):
    def stop(done, change):
        if done >= 5:
            signal.raise_signal(signal.SIGINT)
    real(self, rounds, stop, **options)
solve.ValueIteration.run = run
main()
"""
"""Ctrl-C in the fifth round."""


@pytest.mark.slow
def test_the_same_command_goes_on_after_ctrl_c(pacgrid: Run) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, *SOLVE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert done.stderr.endswith("stopped; run the same command to go on\n")
    assert [path.name for path in Path().iterdir()] == ["pocket.solution.partial"]
    assert "510.00 points" in pacgrid(*SOLVE).stdout
    assert [path.name for path in Path().iterdir()] == ["pocket.solution"]
