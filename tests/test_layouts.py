"""The layouts that ship."""

import tomllib
from importlib.resources import files

import pytest

from pacgrid import Layout, Maze, State
from pacgrid.agents.minimax import Minimax

INDEX = tomllib.loads((files("pacgrid.layouts") / "index.toml").read_text("utf-8"))["layouts"]


def test_every_shipped_layout_has_its_line_in_the_index() -> None:
    assert sorted(INDEX) == list(Layout.shipped())
    assert len(INDEX) >= 12


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_shipped_layout_loads_strictly_and_its_ghosts_are_not_walled_in(name: str) -> None:
    layout = Layout.load(name)
    maze = Maze.of(layout)
    assert layout.name == name
    assert layout.ghosts
    for home in layout.ghosts:
        assert maze.distance(home, layout.pacman) < float("inf")


def test_they_reach_from_a_five_row_room_to_a_full_arcade_board_with_a_ghost_house() -> None:
    heights = {name: Layout.load(name).height for name in INDEX}
    assert heights["training"] == 5
    arcade = Layout.load("arcade")
    assert (arcade.width, arcade.height, len(arcade.ghosts)) == (28, 27, 4)
    assert {len(Layout.load(name).ghosts) for name in INDEX} == {1, 2, 3, 4}


def test_duel_is_won_by_force_with_one_first_move_only() -> None:
    agent = Minimax(depth=6, evaluation="score")
    agent.act(State.initial(Layout.load("duel")))
    won = {str(action): value > 0 for action, value in agent.report.values.items()}
    assert won == {"east": False, "west": True, "stop": False}


def test_pocket_is_won_by_waiting_only() -> None:
    agent = Minimax(depth=10, evaluation="score")
    agent.act(State.initial(Layout.load("pocket")))
    won = {str(action): value > 0 for action, value in agent.report.values.items()}
    assert won == {"east": False, "west": False, "stop": True}
