"""`pacgrid layout`, and names of mazes where commands take layouts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import Layout, LayoutError
from pacgrid.cli.completion import complete_style, complete_symmetry
from pacgrid.cli.output_path import OutputError
from pacgrid.difficulty.measure import LayoutDifficulty
from pacgrid.difficulty.seed_search import MeasuredMaze
from pacgrid.maze_generator.options import MazeOptions

Run = Callable[..., Result]
CAVES = "random:version=1,seed=7,size=15x9,style=caves,ghosts=1"


def test_a_new_layout_is_printed_and_its_name_is_noted(pacgrid: Run) -> None:
    done = pacgrid(
        "layout", "new", *["--seed", "7", "--size", "15x9", "--style", "caves", "--ghosts", "1"]
    )
    assert done.stdout == f"{Layout.load(CAVES)}\n"
    assert done.stderr == f"{CAVES}\n"


def test_a_new_layout_is_written_but_nothing_is_overwritten(pacgrid: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.lay"
    pacgrid("layout", "new", "--seed", "3", "-o", path)
    assert Layout.load(path) == Layout.load("random:seed=3")
    with pytest.raises(OutputError, match=r"mine\.lay: exists already; choose another name"):
        pacgrid("layout", "new", "--seed", "4", "-o", path)
    assert Layout.load(path) == Layout.load("random:seed=3")


def test_a_layout_of_some_difficulty_is_searched_for(
    pacgrid: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[float] = []
    options = MazeOptions.of(8, "corridors")
    maze = MeasuredMaze(options, Layout.load(options.name), LayoutDifficulty(0.61, (1, 5, 6)))

    def find(options: MazeOptions, value: float, _: object) -> tuple[MeasuredMaze, bool]:
        wanted.append(value)
        return maze, value > 0.5

    monkeypatch.setattr("pacgrid.difficulty.seed_search.find_maze", find)
    done = pacgrid("layout", "new", "--difficulty", "0.6")
    assert done.stdout == f"{maze.layout}\n"
    assert "difficulty 0.61: of 10 games each, reflex won 1," in done.stderr
    closest = r"no maze with seed 0 to 39 has difficulty 0\.4; the closest is seed 8 with 0\.61"
    with pytest.raises(LayoutError, match=closest):
        pacgrid("layout", "new", "--difficulty", "0.4")
    assert wanted == [0.6, 0.4]


def test_layouts_are_checked_with_places_and_numbers(pacgrid: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.lay"
    path.write_text("%%%%%%%\n%P.%1?%\n%%%%%%%\n")
    done = pacgrid("layout", "check", path, "medium", exit_code=1)
    assert f"{path}:2:6: wrong: unknown character '?'" in done.stdout
    assert (
        "medium.lay: 21 x 11, cells 113, dead ends 0, loops 14, diameter 26, ghosts 2, food 103,"
        " capsules 2\n" in done.stdout
    )
    assert pacgrid("layout", "check", "medium", CAVES).stdout.count("cells") >= 2


def test_a_missing_layout_does_not_keep_others_from_being_checked(pacgrid: Run) -> None:
    result = pacgrid("layout", "check", "small", "nowhere.lay", "trap", exit_code=1)
    assert "small" in result.stdout
    assert "trap" in result.stdout
    assert "nowhere.lay: no such" in result.stderr


def test_a_check_is_data_with_json(pacgrid: Run) -> None:
    done = pacgrid("layout", "check", "pocket", "--difficulty", "--json", "-")
    (layout,) = json.loads(done.stdout)["layouts"]
    assert layout["is_wrong"] is False
    assert layout["numbers"]["cells"] == 10
    assert layout["difficulty"]["wins"]["alpha_beta:depth=2"] == 10
    assert layout["difficulty"]["winning_chance"] == pytest.approx(1)


def test_a_game_on_a_maze_is_saved_and_replayed(pacgrid: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    name = "random:seed=7,size=15x9,style=caves,ghosts=1"
    played = pacgrid("play", "reflex", "-l", name, "--view", "none", "--save", record).stdout
    assert CAVES in played
    assert pacgrid("replay", record, "--view", "none").stdout == played


@pytest.mark.parametrize(
    "command",
    [
        "bench reflex --games 1 --jobs 1 --no-journal",
        "compare reflex random_agent --view none --games 1",
        "tree --agent minimax:depth=1",
    ],
)
def test_commands_take_the_name_of_a_maze(pacgrid: Run, command: str) -> None:
    assert pacgrid(*command.split(), "--layout", "random:seed=3,style=tiny").stdout


def test_layouts_shows_a_maze(pacgrid: Run) -> None:
    assert str(Layout.load(CAVES)) in pacgrid("layouts", CAVES).stdout


def test_a_solution_of_a_maze_has_a_name_that_options_can_hold(
    pacgrid: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "random:seed=3,style=tiny"
    shown = pacgrid("solve", name).stdout
    assert (tmp_path / "random-seed-3-style-tiny.solution").exists()
    assert "optimal:solution=random-seed-3-style-tiny.solution" in shown
    done = pacgrid(
        *("play", "optimal:solution=random-seed-3-style-tiny.solution", "--layout", name),
        *("--ghosts", "directional_ghost", "--view", "none"),
    )
    assert done.stdout.startswith("Won")


def test_styles_and_symmetries_are_completed() -> None:
    assert complete_style("c") == ["caves", "corridors"]
    assert complete_symmetry("r") == ["rotation"]
