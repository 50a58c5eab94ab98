"""Games are loaded by their names, and keep the contract of a position."""

import pickle
import re
from copy import deepcopy
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.errors import GameError
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import game_names, load_game
from pacgrid.games.nim import Nim
from pacgrid.search import CHANCE


def test_options_follow_a_colon() -> None:
    assert load_game("nim:heaps=1-2,misere=True") == Nim((1, 2), misere=True)


def test_a_tree_is_loaded_by_name_and_by_path(tmp_path: Path) -> None:
    file = tmp_path / "my.tree"
    file.write_text("MAX: 1 2", "utf-8")
    assert str(load_game(str(file))) == "MAX: 1 2"
    assert load_game("book") == load_game("book.tree")


GAME = """
from pacgrid.games.nim import Nim
class Mine(Nim):
    @classmethod
    def initial(cls, size=2):
        return cls((size,))"""


def test_a_game_is_loaded_from_a_file_with_its_options(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(GAME, "utf-8")
    assert load_game(str(file)).legal_actions() == ((0, 1), (0, 2))
    assert load_game(f"{file}:size=1").legal_actions() == ((0, 1),)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1 / 0", "can't be imported: ZeroDivisionError: division by zero (bad.py, line 1"),
        ("", "define one class with a method initial(); it has none"),
        (f"{GAME}\nclass Other(Mine): ...", "define one class with a method initial(); it has"),
        ("class A:\n  initial = list", "list lacks action_name"),
        (f"{GAME}\n    def grid(self): return ['a']", "has a grid() that is no tuple of equally"),
        (f"{GAME}\n    def grid(self): return ((1,),)", "squares that are no texts: ((1,),)"),
        (f"{GAME}\n    def legal_actions(self): return 1 / 0", "by zero (bad.py, line 7, in legal"),
        (f"{GAME}\n    def legal_actions(self): return ()", "Mine has no legal actions, although"),
        (
            f"{GAME}\n    def successor(self, _): return 0",
            "that returns 0, which lacks action_name",
        ),
        ("class A:\n  def initial():\n    return 1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_without_a_game_is_one_clear_line(tmp_path: Path, text: str, error: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text, "utf-8")
    with pytest.raises(GameError, match=re.escape(error)):
        load_game(str(file))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("tictacto", "no game 'tictacto'; did you mean 'tictactoe'?"),
        ("xyz", "no game 'xyz'; choose tictactoe, hexapawn, nim, pig, uniform, a .tree or a .py"),
        ("chess:fen=x", "the game chess isn't here any more: it is openspiel:chess, see docs"),
        ("twenty_one", "the game twenty_one isn't here any more: a file of your own"),
        ("boook.tree", "boook.tree: no such file; did you mean 'book'?"),
        ("missing.py", "missing.py: no such file"),
        ("nim:size=3", "nim:size=3: got an unexpected keyword argument 'size'; the options of nim"),
        ("nim:3-4", "nim:3-4: can't read '3-4'; write NAME:option=value,option=value"),
        ("nim:heaps=1,heaps=2", "the option heaps is given twice"),
        ("nim:heaps=0-3", "nim:heaps=0-3: heaps: 0-3 is out of bounds; give at most 9 heaps of 1"),
        ("nim:heaps=x", "heaps must be sizes such as 3-4-5, not 'x'"),
        ("nim:misere=2", "misere must be True or False, not 2"),
        ("pig:target=1", "pig:target=1: target must be 2 to 1000 points, not 1"),
        ("hexapawn:size=9", "size must be 3 to 8, not 9"),
        ("uniform:order=bad", "order must be best, worst or random, not 'bad'"),
        ("uniform:seed=3", "seed goes with order=random only"),
        ("uniform:order=random,seed=x", "seed must be a whole number"),
        ("tictactoe:win=0", "win must be a whole number from 1 to 1,000, not 0"),
        ("hexapawn:win=1.5", "win must be a whole number from 1 to 1,000, not 1.5"),
        ("uniform:depth=0", "depth must be a whole number from 1 to 99, not 0"),
        ("uniform:branching=9,depth=9", "9^9 leaves are too many; stay within 10,000"),
    ],
)
def test_a_game_that_does_not_exist_is_one_clear_line(text: str, error: str) -> None:
    with pytest.raises(GameError, match=re.escape(error)):
        load_game(text)


SMALL = (
    "hexapawn:size=4",
    "nim:heaps=1-2,misere=True",
    "pig:target=6",
)
"""Games that often reach their end in a few plies."""


@pytest.mark.parametrize("title", [*game_names(), *SMALL])
@settings(max_examples=7)
@given(choices=st.lists(st.integers(0, 999), max_size=60))
def test_every_position_keeps_the_protocol(title: str, choices: list[int]) -> None:
    state, same = load_game(title), load_game(title)
    setup = BoardSetup.load(title)
    assert len(state.players) == state.num_agents
    for choice in choices:
        check(state, same, setup)
        if state.is_terminal:
            break
        action = state.legal_actions()[choice % len(state.legal_actions())]
        before = str(state), state.grid(), hash(state), state.evaluate()
        after = state.successor(action)
        assert (str(state), state.grid(), hash(state), state.evaluate()) == before
        assert after != state
        state, same = after, same.successor(action)


def check(state: Any, same: Any, setup: BoardSetup) -> None:
    """`same` is the same position, reached by the same actions."""
    assert state == same == deepcopy(state) == pickle.loads(pickle.dumps(state))
    assert hash(state) == hash(same)
    assert str(state)
    assert repr(state)
    grid = state.grid()
    assert len({len(row) for row in grid}) == 1
    actions = state.legal_actions()
    if state.is_terminal:
        assert not actions
        assert isinstance(state, DrawnTree) or state.score in (-1, 0, 1)
        return
    assert len(set(actions)) == len(actions) > 0
    names = [state.action_name(action) for action in actions]
    assert len(set(names)) == len(names)
    assert state.score == 0
    if not isinstance(state, DrawnTree):
        assert abs(state.evaluate()) < 1
    if state.to_move == CHANCE:
        shares = state.distribution()
        assert set(shares) == set(actions)
        assert isclose(sum(shares.values()), 1)
    else:
        assert 0 <= state.to_move < state.num_agents
    for action in actions:
        assert setup.action_of(state, setup.action_text(state, action)) == action
        for cell in (state.cell(action), getattr(state, "start_cell", state.cell)(action)):
            assert cell is None or grid[cell[1]][cell[0]] is not None
    if hasattr(state, "canonical"):
        canonical = state.canonical()
        assert canonical == canonical.canonical()
        assert len(canonical.legal_actions()) == len(actions)
        assert isclose(canonical.evaluate(), state.evaluate(), abs_tol=1e-12)
    if hasattr(state, "is_quiet"):
        assert isinstance(state.is_quiet(), bool)
    if hasattr(state, "is_capture"):
        assert all(isinstance(state.is_capture(action), bool) for action in actions)
