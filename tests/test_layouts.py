"""The layouts that ship."""

import tomllib
from importlib.resources import files

import pytest

from pacgrid import Layout, Maze, State
from pacgrid.agents.alpha_beta import AlphaBeta

INDEX = tomllib.loads((files("pacgrid.layouts") / "index.toml").read_text("utf-8"))["layouts"]


def test_the_index_lists_every_shipped_layout() -> None:
    assert sorted(INDEX) == list(Layout.shipped())
    assert len(INDEX) >= 12


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_shipped_layout_loads_and_its_ghosts_can_reach_pacman(name: str) -> None:
    layout = Layout.load(name)
    maze = Maze.of(layout)
    assert layout.name == name
    assert layout.ghosts
    for home in layout.ghosts:
        assert maze.distance(home, layout.pacman) < float("inf")


def test_sizes_range_from_a_five_row_room_to_a_full_arcade_board() -> None:
    heights = {name: Layout.load(name).height for name in INDEX}
    assert heights["training"] == 5
    arcade = Layout.load("arcade")
    assert (arcade.width, arcade.height, len(arcade.ghosts)) == (28, 27, 4)
    assert {len(Layout.load(name).ghosts) for name in INDEX} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("name", "depth", "winning"), [("duel", 6, "west"), ("pocket", 10, "stop")]
)
def test_duel_and_pocket_are_won_by_force_with_a_single_first_move(
    name: str, depth: int, winning: str
) -> None:
    agent = AlphaBeta(depth=depth, evaluation="score")
    agent.act(State.initial(Layout.load(name)))
    assert len(agent.report.values) == 3
    assert [str(action) for action, value in agent.report.values.items() if value > 0] == [winning]
