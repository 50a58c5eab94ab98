"""`pacgrid solve`."""

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from pacgrid.cli import app

SOLVE = ["solve", "pocket", "--ghosts", "minimax"]


def test_a_board_is_solved_described_and_played(pacgrid):
    done = pacgrid(*SOLVE)
    assert done.stderr.startswith("198 positions: ")
    assert "of memory, 0:00:01 at most" in done.stderr
    assert "Wrote pocket.solution" in done.stderr
    assert done.stdout.startswith("pocket against minimax: 510.00 points")
    assert re.search(r"stop +│ +510\.00 │ best", done.stdout)
    assert pacgrid("solve", "pocket.solution").stdout == done.stdout
    command = done.stdout.partition("Play it: pacgrid ")[2].split()
    assert "Won: 510 points" in pacgrid(*command, "--view", "none").output


def test_a_solution_of_another_board_is_an_error_before_the_game(pacgrid):
    pacgrid(*SOLVE)
    error = "pocket.solution: is for pocket with 1 ghost, not for this board"
    for words in ("optimal:", "reflex -g optimal_ghost:"):
        command = f"play {words}solution=pocket.solution --layout trap".split()
        assert str(CliRunner().invoke(app, command).exception) == error


def test_the_same_command_solves_nothing_twice_and_another_one_replaces_nothing(pacgrid):
    first = pacgrid(*SOLVE)
    written = Path("pocket.solution").stat()
    again = pacgrid(*SOLVE)
    assert (again.stdout, again.stderr) == (
        first.stdout,
        "pocket.solution has this solution already\n",
    )
    other = CliRunner().invoke(app, [*SOLVE, "--rounds", "9"])
    assert str(other.exception) == (
        "pocket.solution: has another solution, of pocket against minimax with at most 1000 rounds;"
        " name another file with --out"
    )
    assert Path("pocket.solution").stat() == written


def test_fewer_ghosts_and_rounds_are_in_the_command_that_plays(pacgrid):
    done = pacgrid(
        *shlex.split("solve duel -g random_ghost --num-ghosts 1 --rounds 3 -o x.solution")
    )
    assert "values not converged after 3 rounds" in done.stdout
    assert done.stdout.endswith(
        "Play it: pacgrid play optimal:solution=x.solution --layout duel --ghosts random_ghost"
        " --num-ghosts 1 --rounds 3\n"
    )
