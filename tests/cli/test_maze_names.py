"""Names of mazes from a seed where commands take layouts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
MAZE = "random:version=1,seed=7,size=15x9,style=arcade,ghosts=1"


def test_a_game_on_a_maze_is_saved_and_replayed(pacgrid: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    name = "random:seed=7,size=15x9,ghosts=1"
    played = pacgrid("play", "reflex", "-l", name, "--view", "none", "--save", record).stdout
    assert MAZE in played
    assert pacgrid("replay", record, "--view", "none").stdout == played


@pytest.mark.parametrize(
    "command",
    [
        "bench reflex --games 1 --jobs 1 --journal none",
        "compare reflex random_agent --view none --games 1",
        "tree --agent minimax:depth=1",
    ],
)
def test_commands_take_the_name_of_a_maze(pacgrid: Run, command: str) -> None:
    assert pacgrid(*command.split(), "--layout", "random:seed=3,style=tiny").stdout


def test_a_solution_of_a_maze_has_a_name_that_options_can_hold(
    pacgrid: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "random:seed=3,style=tiny,size=6x5"
    shown = pacgrid("solve", name).stdout
    assert (tmp_path / "random-seed-3-style-tiny-size-6x5.solution").exists()
    assert "optimal:solution=random-seed-3-style-tiny-size-6x5.solution" in shown
    done = pacgrid(
        *("play", "optimal:solution=random-seed-3-style-tiny-size-6x5.solution", "--layout", name),
        *("--ghosts", "directional_ghost", "--view", "none"),
    )
    assert done.stdout.startswith("Won")
