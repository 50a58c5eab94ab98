"""Small boards in the nodes of trees."""

from typing import Any

import pytest

from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.games.game_loader import load_game
from pacgrid.session.diagram import Disc, Part, Polygon, Words
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.session.tree_figures import NodeBoards, node_boards
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_text import tree_text


def searched(state: Any) -> SearchTree:
    return record_search(AlphaBeta(depth=1), state)[0]


def corners(part: Part) -> list[tuple[float, float]]:
    match part:
        case Polygon():
            return [*part.points]
        case Disc():
            (x, y), radius = part.center, part.radius
            return [(x - radius, y - radius), (x + radius, y + radius)]
        case Words():
            return [part.at]
        case _:
            return []


@pytest.mark.parametrize(
    ("state", "small"),
    [
        (load_game("tictactoe"), True),
        (load_game("hexapawn:size=6"), True),
        (load_game("nim"), True),
        (State.initial(Layout.load("small")), True),
        (State.initial(Layout.load("arcade")), False),
        (load_game("book"), False),
    ],
)
def test_boards_are_drawn_where_they_are_small(state: Any, small: bool) -> None:
    assert (node_boards(searched(state)) is not None) is small
    assert node_boards(searched(state), wanted=False) is None


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig"])
def test_a_board_stays_in_its_room(game: str) -> None:
    boards = NodeBoards(searched(load_game(game)))
    for number in range(5):
        width, height = boards.size(number)
        for part in boards.parts(number, (10, 20)):
            for x, y in corners(part):
                assert 10 - 1e-6 <= x <= 10 + width + 1e-6
                assert 20 - 1e-6 <= y <= 20 + height + 1e-6


def test_boards_do_not_hide_each_other() -> None:
    tree = searched(load_game("tictactoe"))
    targets = tree_diagram(tree, boards=True).targets
    areas = [(*each.corner, *each.size) for each in targets if each.number < len(tree.nodes)]
    for i, (left, top, width, height) in enumerate(areas):
        for x, y, _, _ in areas[:i]:
            assert not (left <= x < left + width and top <= y < top + height)


def test_a_large_maze_is_shown_around_its_agents() -> None:
    layout = Layout.parse(f"{'%' * 30}\n%{' ' * 20}P.1{' ' * 5}%\n{'%' * 30}")
    tree = searched(State.initial(layout))
    boards = NodeBoards(tree)
    assert boards.is_small
    discs = [part for part in boards.parts(0, (0, 0)) if isinstance(part, Disc)]
    assert len(discs) == 1 + 2  # food, and the ghost's eyes
    agents = {part.agent for part in boards.parts(0, (0, 0)) if isinstance(part, Polygon)}
    assert {0, 1} <= agents


def test_a_drawn_tree_has_no_boards() -> None:
    tree = search_tree(LECTURE)
    assert node_boards(tree, wanted=True) is None
    assert tree_text(tree, boards=True) == tree_text(tree)


def test_text_has_boards_below_the_nodes() -> None:
    lines = tree_text(searched(load_game("hexapawn")), most_nodes=4, boards=True).splitlines()
    assert lines[1:4] == ["│  b b b", "│  . . .", "│  w w w"]
