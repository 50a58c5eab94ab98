from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.agents.evaluation import evaluate
from pacgrid.games.game_loader import load_game
from pacgrid.maze import Maze
from pacgrid.symmetry import symmetries


@st.composite
def symmetric_positions(draw: st.DrawFn) -> State:
    """A position without capsules in a maze that is mirrored, and perhaps in both directions."""
    state = draw(games(most_plies=0))[0]
    rows = str(state).split("score")[0].replace("o", ".").splitlines()
    walls = ["".join(mark if mark == "%" else " " for mark in row) for row in rows]
    drawn = [row + wall[::-1] for row, wall in zip(rows, walls, strict=True)]
    if draw(st.booleans()):
        drawn += [row + row[::-1] for row in reversed(walls)]
    state = State.parse("\n".join(drawn))
    for choice in draw(st.lists(st.integers(0, 59), max_size=12)):
        if state.is_terminal:
            break
        actions = state.legal_actions()
        state = state.successor(actions[choice % len(actions)])
    return state


@given(symmetric_positions())
def test_an_image_goes_on_just_as_the_position_does(state: State) -> None:
    image = state.canonical()
    assert image.canonical() == image
    assert (image.score, image.to_move, image.is_win) == (state.score, state.to_move, state.is_win)
    futures = [
        Counter(each.successor(action).canonical() for action in each.legal_actions())
        for each in (state, image)
    ]
    assert futures[0] == futures[1]
    assert evaluate(image) == pytest.approx(evaluate(state), abs=1e-9)


LEFT = "%%%%%%%\n%P %1 %\n%  .  %\n%%%%%%%\nghost 1: (4, 2) east, {}home (1, 1)"
RIGHT = "%%%%%%%\n% 1% P%\n%  .  %\n%%%%%%%\nghost 1: (2, 2) {}, {}home (1, 1)"


def test_a_position_and_its_mirror_image_have_the_same_canonical_one() -> None:
    left, right = State.parse(LEFT.format("")), State.parse(RIGHT.format("west", ""))
    assert left != right
    assert left.canonical() == right.canonical()
    assert left.canonical() != State.parse(RIGHT.format("east", "")).canonical()


def test_a_capsule_or_a_scared_ghost_spoils_the_symmetry() -> None:
    left, right = LEFT.format("scared 3, "), RIGHT.format("west", "scared 3, ")
    for text in (left, right, LEFT.replace("  .", "o .").format("")):
        assert State.parse(text).canonical() == State.parse(text)


@pytest.mark.parametrize(("name", "count"), [("arena", 3), ("duel", 1), ("trap", 0)])
def test_each_maze_has_its_own_symmetries(name: str, count: int) -> None:
    assert len(symmetries(Maze.of(Layout.load(name)))) == count


def test_a_square_has_seven() -> None:
    assert len(symmetries(Maze.of(Layout.parse("%%%%%\n%P .%\n% % %\n%   %\n%%%%%")))) == 7


@pytest.mark.parametrize(
    ("game", "count"), [("tictactoe", 3), ("hexapawn", 2), ("nim:heaps=2-2-3", 5)]
)
def test_first_moves_of_a_game_are_alike(game: str, count: int) -> None:
    state = load_game(game)
    after = {state.successor(action).canonical() for action in state.legal_actions()}  # type: ignore[attr-defined]
    assert len(after) == count
