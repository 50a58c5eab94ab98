"""`pacgrid tree`."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import State
from pacgrid.cli.options import OptionError
from pacgrid.errors import PacgridError
from pacgrid.session.session import Session
from pacgrid.session.tree_session import TreeSession

Pacgrid = Callable[..., Result]
CORNER = """
%%%%%%%
%P..1 %
%%%%%%%
"""
GAME = """
from pacgrid.games.nim import Nim

class Mine(Nim):
    @classmethod
    def initial(cls):
        return cls((1, 2))

    def successor(self, action):
        if self.heaps == (1, 2):
            return super().successor(action)
        return 1 / 0
"""
FAILS = """
from pacgrid import Agent

class Mine(Agent):
    def act(self, state):
        after = state.successor(state.legal_actions()[0]).score
        return 1 / 0
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("corner.txt").write_text(CORNER)
    Path("mine.py").write_text(FAILS)
    Path("game.py").write_text(GAME)
    Path("one.tree").write_text("MAX: 1 2")


def test_a_drawn_tree_is_searched_to_its_end(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "book").stdout
    assert "a2: C ▼ MIN = 2  [3, ∞]  cut: 2 < alpha = 3" in text
    assert "alpha_beta:depth=2: 11 nodes, 1 cut; step " in text


def test_a_game_with_chance_is_searched_by_expectiminimax(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "gamble").stdout
    assert "gamble: ● CHANCE = −1.1" in text
    assert "expectiminimax:depth=2: 6 nodes; step " in text


def test_a_position_of_pacman_is_searched(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "--agent", "expectimax:depth=1", "--position", "corner.txt").stdout
    assert "● CHANCE" in text
    stdin = pacgrid("tree", "-a", "expectimax:depth=1", "--position", "-", stdin=CORNER).stdout
    assert stdin == text
    ghost = f"{CORNER}to move: ghost 1\nghost 1: (4, 1)\n"
    assert "▼" in pacgrid("tree", "-a", "minimax:depth=1", "--position", "-", stdin=ghost).stdout


def test_a_step_of_the_search_is_shown(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "one.tree", "--step", 0, "--max-nodes", 2).stdout
    assert "★" not in text
    assert "+ 1 node" in text
    assert "step 0 of " in text


def test_pictures_and_pages_are_written(pacgrid: Pacgrid) -> None:
    result = pacgrid("tree", "book", "--save", "book.svg", "--save", "book.html")
    assert (result.stdout, result.stderr) == ("", "Wrote book.svg\nWrote book.html\n")
    assert Path("book.svg").read_text("utf-8").startswith("<svg")
    assert "<title>alpha_beta:depth=2: book</title>" in Path("book.html").read_text("utf-8")


def test_a_view_steps_through_the_search(pacgrid: Pacgrid, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Session] = []
    monkeypatch.setattr(
        import_module("pacgrid.cli.tree"), "show", lambda _, session: shown.append(session)
    )
    pacgrid("tree", "book", "--view", "window", "--step", 3)
    (session,) = shown
    assert isinstance(session, TreeSession)
    assert session.position.step == 3
    frame = session.frame()
    assert (frame.caption.players, frame.caption.game) == (
        "alpha_beta:depth=2",
        "book, 3 of 13 nodes",
    )


def test_without_a_keyboard_a_terminal_view_prints_the_tree(pacgrid: Pacgrid) -> None:
    assert pacgrid("tree", "book", "-v", "terminal").stdout == pacgrid("tree", "book").stdout


def test_several_games_and_agents_are_shown_side_by_side(pacgrid: Pacgrid) -> None:
    words = ("tree", "monotonic", "monotonic_squared", "-a", "minimax", "-a", "expectimax")
    lines = pacgrid(*words).stdout.splitlines()
    assert lines[0] == "minimax: monotonic        minimax: monotonic_squared"
    assert lines[1].split("★")[:2] == ["▲ MAX = 20 ", "              ▲ MAX = 400 "]
    assert "▲ MAX = 25 ★                 ▲ MAX = 800 ★" in lines
    assert "├─ left: ● CHANCE = 20       ├─ left: ● CHANCE = 800 ★" in lines
    pacgrid(*words, "--save", "pair.svg")
    picture = Path("pair.svg").read_text("utf-8")
    assert all(f">{name}: monotonic_squared<" in picture for name in ("minimax", "expectimax"))


def test_one_game_and_several_agents_stand_in_a_row(pacgrid: Pacgrid) -> None:
    agents = [f"alpha_beta:pruning={name}" for name in ("strict", "book")]
    text = pacgrid("tree", "tie", "-a", agents[0], "-a", agents[1]).stdout
    first, *_ = text.splitlines()
    assert first.split() == ["alpha_beta:pruning=strict:", "tie", "alpha_beta:pruning=book:", "tie"]
    assert "cut: 3 ≤ alpha = 3" in text


def test_a_position_of_another_game_is_searched(pacgrid: Pacgrid) -> None:
    drawing = "X . .\n. O .\n. . X\n"
    text = pacgrid("tree", "tictactoe", "--position", "-", stdin=drawing).stdout
    assert text == pacgrid("tree", "tictactoe", "--after", "a3 b2 c1").stdout
    assert text.startswith("▼ MIN = 0 ★")


def test_moves_are_made_first_in_any_game(pacgrid: Pacgrid) -> None:
    assert pacgrid("tree", "book", "--after", "a3").stdout.startswith("D ▼ MIN = 2 ★")
    small = pacgrid("tree", "--layout", "small", "-a", "minimax:depth=1", "--after", "E w").stdout
    assert small.startswith("▼ MIN 2 = ")


def test_symmetry_leaves_out_moves_that_are_the_same(pacgrid: Pacgrid) -> None:
    words = "tree tictactoe:win=10 --agent minimax:depth=1 --symmetry"
    text = pacgrid(*words.split()).stdout
    assert "b2: ▼ MIN = 1 ★" in text
    assert "minimax:depth=1: 16 nodes" in text


def test_a_note_says_that_a_large_tree_is_not_searched_to_its_end(pacgrid: Pacgrid) -> None:
    stderr = pacgrid("tree", "uniform:branching=3,depth=8").stderr
    assert stderr == (
        "Note: uniform:branching=3,depth=8 has more than 3,000 positions, so alpha_beta looks only"
        " 2 rounds ahead; add depth=N for another depth: the end is 4 rounds away\n"
    )
    assert not pacgrid("tree", "uniform:branching=3,depth=3").stderr
    assert not pacgrid("tree", "--layout", "small", "-a", "minimax:depth=1").stderr
    stderr = pacgrid("tree", "tictactoe", "-a", "iterative_deepening").stderr
    assert "iterative_deepening visits at most 1,000; add nodes=N" in stderr


def test_several_players_are_searched_by_max_n(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "three_players").stdout
    assert "A ▲ player 1 = (1, 2, 6) ★" in text
    assert "max_n:depth=3: 15 nodes" in text
    pacgrid("tree", "trust", "--save", "trust.svg", "--save", "trust.html")
    picture = Path("trust.svg").read_text("utf-8")
    assert ">(0, 3)<" in picture
    assert ">player 2<" in picture
    assert "(0, 3)" in Path("trust.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("book monotonic --save b.html", "a page and --view show one search; name one game"),
        ("book monotonic --position none.txt", "--position is of one game; name only one"),
        ("book --symmetry", "--symmetry: book has no canonical()"),
        ("tictactoe --after x9", "--after: move 1, 'x9': X can't play it; legal: a3"),
        ("three_players -a minimax", "payoffs of its own; use max_n"),
        ("bok", "did you mean 'book'"),
        ("none.tree", "none.tree"),
        ("book --agent alpha_bet", "did you mean 'alpha_beta'"),
        ("book --layout small", "GAME and --layout"),
        ("book --step 99", "--step 99: the steps are 0 to "),
        ("book --iteration 2", "--iteration 2: the search has 1"),
        ("--position lost.txt", "the game is over here"),
        ("--position none.txt", "none.txt: can't be read"),
        ("book --save no/where.svg", "there is no directory no"),
        ("book --address 80", "needs --view web"),
        ("book --save book.png", "a tree's file ends in .svg or .html"),
        ("game.py", "game.py: ZeroDivisionError: division by zero (game.py, line 12, in successor"),
        ("nim --agent reflex", "reflex: can't play this game: it needs state."),
    ],
)
def test_what_is_wrong_is_said_in_one_line(pacgrid: Pacgrid, words: str, problem: str) -> None:
    lost = State.parse(CORNER)
    while not lost.is_terminal:
        lost = lost.successor(lost.legal_actions()[-1 if lost.to_move else 0])
    Path("lost.txt").write_text(str(lost))
    with pytest.raises(PacgridError) as caught:
        pacgrid("tree", *words.split())
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_agent_that_fails_is_shown_with_its_own_frames(pacgrid: Pacgrid) -> None:
    with pytest.raises(PacgridError, match="ZeroDivisionError") as caught:
        pacgrid("tree", "--agent", "mine.py", "--position", "corner.txt")
    assert "return 1 / 0" in getattr(caught.value, "details", "")


def test_two_things_to_search_are_too_many(pacgrid: Pacgrid) -> None:
    with pytest.raises(OptionError, match="--layout and --position"):
        pacgrid("tree", "--layout", "small", "--position", "corner.txt")
