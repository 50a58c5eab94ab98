"""`pacgrid tree`."""

from importlib import import_module
from pathlib import Path

import pytest

from pacgrid.errors import PacgridError
from pacgrid.session.session import Session

CORNER = """
%%%%%%%
%P..1 %
%%%%%%%
"""
FAILS = """
from pacgrid import Agent

class Mine(Agent):
    def act(self, state):
        after = state.successor(state.legal_actions()[0]).score
        return 1 / 0
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("corner.txt").write_text(CORNER)
    Path("mine.py").write_text(FAILS)
    Path("one.tree").write_text("MAX: 1 2")


def test_a_drawn_tree_is_searched_to_its_end_with_chance_by_expectiminimax(pacgrid):
    text = pacgrid("tree", "book").stdout
    assert "a2: C ▼ MIN = 2  [3, ∞]  cut: 2 < alpha = 3" in text
    assert "alpha_beta:depth=2: 11 nodes, 1 cut; step " in text
    text = pacgrid("tree", "gamble").stdout
    assert "gamble: ● CHANCE = −1.1" in text
    assert "expectiminimax:depth=2: 6 nodes; step " in text


def test_a_position_of_pacman_is_searched(pacgrid):
    text = pacgrid("tree", "--agent", "expectimax:depth=1", "--position", "corner.txt").stdout
    assert "● CHANCE" in text
    stdin = pacgrid("tree", "-a", "expectimax:depth=1", "--position", "-", stdin=CORNER).stdout
    assert stdin == text
    ghost = f"{CORNER}to move: ghost 1\nghost 1: (4, 1)\n"
    assert "▼" in pacgrid("tree", "-a", "minimax:depth=1", "--position", "-", stdin=ghost).stdout


def test_a_step_of_the_search_is_shown(pacgrid):
    text = pacgrid("tree", "one.tree", "--step", 0, "--max-nodes", 2).stdout
    assert "★" not in text
    assert "+ 1 node" in text
    assert "step 0 of " in text


def test_pictures_and_pages_are_written(pacgrid):
    result = pacgrid("tree", "book", "--save", "book.svg", "--save", "book.html")
    assert (result.stdout, result.stderr) == ("", "Wrote book.svg\nWrote book.html\n")
    assert Path("book.svg").read_text("utf-8").startswith("<svg")
    assert "<title>alpha_beta:depth=2: book</title>" in Path("book.html").read_text("utf-8")


def test_a_view_steps_through_the_search(pacgrid, monkeypatch):
    shown: list[Session] = []
    monkeypatch.setattr(
        import_module("pacgrid.cli.tree"), "show", lambda _, session: shown.append(session)
    )
    pacgrid("tree", "book", "--view", "window", "--step", 3)
    (session,) = shown
    assert session.step == 3
    frame = session.frame()
    assert (frame.caption.players, frame.caption.game) == (
        "alpha_beta:depth=2",
        "book, 3 of 13 nodes",
    )


def test_without_a_keyboard_a_terminal_view_prints_the_tree(pacgrid):
    assert pacgrid("tree", "book", "-v", "terminal").stdout == pacgrid("tree", "book").stdout


def test_moves_are_made_first_in_any_game(pacgrid):
    assert pacgrid("tree", "book", "--after", "a3").stdout.startswith("D ▼ MIN = 2 ★")
    small = pacgrid("tree", "--layout", "small", "-a", "minimax:depth=1", "--after", "E w").stdout
    assert small.startswith("▼ MIN 2 = ")


def test_a_note_says_that_a_large_tree_is_not_searched_to_its_end(pacgrid):
    stderr = pacgrid("tree", "uniform:branching=3,depth=8").stderr
    assert stderr == (
        "Note: uniform:branching=3,depth=8 has more than 3,000 positions, so alpha_beta looks only"
        " 2 rounds ahead; add depth=N for another depth: the end is 4 rounds away\n"
    )
    assert not pacgrid("tree", "uniform:branching=3,depth=3").stderr
    assert not pacgrid("tree", "--layout", "small", "-a", "minimax:depth=1").stderr
    stderr = pacgrid("tree", "tictactoe", "-a", "iterative_deepening").stderr
    assert "iterative_deepening visits at most 1,000; add nodes=N" in stderr


def test_several_players_are_searched_by_max_n(pacgrid):
    text = pacgrid("tree", "three_players").stdout
    assert "A ▲ player 1 = (1, 2, 6) ★" in text
    assert "max_n:depth=3: 15 nodes" in text
    pacgrid("tree", "trust", "--save", "trust.svg", "--save", "trust.html")
    picture = Path("trust.svg").read_text("utf-8")
    assert ">(0, 3)<" in picture
    assert ">player 2<" in picture
    assert "(0, 3)" in Path("trust.html").read_text("utf-8")


def test_an_agent_that_fails_is_shown_with_its_own_frames(pacgrid):
    with pytest.raises(PacgridError, match="ZeroDivisionError") as caught:
        pacgrid("tree", "--agent", "mine.py", "--position", "corner.txt")
    assert "return 1 / 0" in getattr(caught.value, "details", "")
