"""What notebooks and shells show of the names in `pacgrid`."""

from importlib.metadata import version
from typing import Any

import pytest

import pacgrid
from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout, Record, State, play
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.common.markup import markup
from pacgrid.games.game_loader import load_game
from pacgrid.records.record import result_line
from pacgrid.records.thought import Trace
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.web.page import framed, page
from pacgrid.render.web.quiz_page import quiz_page
from pacgrid.render.web.tree_page import tree_page
from pacgrid.session.board_picture import position_diagram
from pacgrid.tree.search_tree import SearchTrees

LAYOUT = Layout.parse("%%%%%%\n%P.o1%\n%%%%%%")


def test_states_are_pictures_records_players_searches_steppers_and_quizzes_ask_in_place() -> None:
    state = State.initial(LAYOUT)
    assert LAYOUT._repr_svg_() == state._repr_svg_() == pacgrid.svg(state)
    assert Trace(state).root._repr_svg_() == pacgrid.svg(state)
    board: Any = load_game("tictactoe")
    assert board._repr_svg_() == diagram_svg(position_diagram(board))
    record: Record = play(LAYOUT, [RandomAgent()])
    assert record._repr_html_() == framed(page(record), result_line(record))
    tree = search_tree(LECTURE)
    shown = framed(tree_page([tree]), f"the search of {tree.agent}")
    assert tree._repr_html_() == SearchTrees([tree])._repr_html_() == shown
    assert SearchTrees()._repr_html_() is None
    found = pacgrid.quiz("book", ["pruning"])
    assert found._repr_html_() == framed(quiz_page(found), found.title)
    assert markup(3) is None, "anything else is text"


def test_everything_public_is_listed_and_loaded_when_it_is_used_and_no_other_name() -> None:
    assert pacgrid.__version__ == version("pacgrid")
    assert {*pacgrid.__all__, "__version__"} <= {*dir(pacgrid)}
    for name in pacgrid.__all__:
        assert getattr(pacgrid, name)
    with pytest.raises(AttributeError, match="module 'pacgrid' has no attribute 'nonsense'"):
        pacgrid.nonsense  # type: ignore[attr-defined]  # noqa: B018
