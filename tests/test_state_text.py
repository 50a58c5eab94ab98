import pytest
from hypothesis import given, settings

from helpers.mazes import games
from pacgrid import Action, LayoutError, State

BOARD = """
%%%%%%%
%P..o.%
%...1.%
%%%%%%%
"""


@settings(max_examples=40)
@given(games())
def test_every_position_can_be_read_back(states: list[State]) -> None:
    for state in states:
        again = State.parse(str(state))
        assert again == state
        assert str(again) == str(state)


def test_a_board_alone_is_a_position_at_the_start_of_a_game() -> None:
    state = State.parse(BOARD)
    assert state.pacman == (1, 2)
    assert state.ghosts == (((4, 1), Action.STOP, 0),)
    assert (state.score, state.to_move) == (0, 0)


def test_lines_below_the_board_give_what_it_cannot_show() -> None:
    state = State.parse(
        BOARD
        + """
        score: -12
        to move: ghost 1
        ghost 1: (3.5, 1) west, scared 39, home (5, 1)
        food under: (4, 1) (5, 1)
        capsules under: (3, 1)
        """
    )
    assert (state.score, state.to_move) == (-12, 1)
    assert state.ghosts == (((3.5, 1), Action.WEST, 39),)
    assert state.maze.homes == ((5, 1),)
    assert {(4, 1), (5, 1)} <= state.food
    assert (3, 1) in state.capsules


def test_a_ghost_line_may_omit_what_the_board_shows() -> None:
    state = State.parse(BOARD + "ghost 1: west, scared 5")
    assert state.ghosts == (((4, 1), Action.WEST, 5),)
    assert state.maze.homes == ((4, 1),)


def test_a_lost_game_can_be_drawn() -> None:
    state = State.parse("%%%%\n%P.%\n%%%%\nscore: -500\nghost 1: (1, 1) west\nlost")
    assert state.is_loss
    assert state.legal_actions() == ()


def test_indentation_and_line_ends_do_not_matter() -> None:
    plain = State.parse("%%%%%\n%P.1%\n%%%%%\nscore: 7")
    for text in (
        """
            %%%%%
            %P.1%
            %%%%%
            score: 7
        """,
        "\r\n%%%%%\r\n%P.1%\r\n%%%%%\r\nscore: 7\r\n",
        "\n\n%%%%%\n%P.1%\n%%%%%\n\n  score: 7\n\n",
    ):
        assert State.parse(text) == plain


def test_digits_are_the_ghosts_numbers() -> None:
    state = State.parse("%%%%%%\n%P.2 %\n%%%%%%\nghost 1: (4, 1)\nghost 2: west")
    assert [ghost.position for ghost in state.ghosts] == [(4, 1), (3, 1)]
    assert state.ghosts[1].direction is Action.WEST


def test_a_board_alone_numbers_its_ghosts_as_a_layout_does() -> None:
    state = State.parse("%%%%%%\n%P.42%\n%%%%%%")
    assert [ghost.position for ghost in state.ghosts] == [(4, 1), (3, 1)]


def test_a_game_cannot_be_drawn_won_and_lost() -> None:
    with pytest.raises(LayoutError, match="a game with no food left is won"):
        State.parse("%%%%\n%P %\n%%%%\nlost")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("skore: 3", r"<text>:6:1: can't read 'skore: 3'; write score:"),
        ("ghost 1: sideways", r"<text>:6:1: can't read 'ghost 1: sideways'"),
        ("ghost 2: west", r"<text>:6:1: ghost 2 is not on the board; add its position"),
        ("ghost 3: (1, 1)", r"the ghosts are numbered \[1, 3\]; number them from 1"),
        ("to move: ghost 2", r"ghost 2 is to move, but there are only 1"),
        ("ghost 1: (3.5, 1) west", r"ghost 1 is between cells but not scared"),
        (
            "ghost 1: (3.5, 1) north, scared 3",
            r"ghost 1: can't be at \(3.5, 1.0\) going north",
        ),
        ("ghost 1: (0, 0), scared 3", r"ghost 1: can't be at \(0.0, 0.0\) going stop"),
        ("ghost 1: west, scared 41", r"a ghost is scared for at most 40 moves"),
        ("ghost 1: home (0, 0)", r"the home of ghost 1, \(0, 0\), is a wall"),
        ("food under: (1,1) banana", r"can't read 'food under: \(1,1\) banana'"),
        ("score: " + "9" * 5000, "can't read 'score: 9"),
        ("ghost 1: (" + "9" * 400 + ", 1)", "can't read 'ghost 1: "),
        ("food under: (9, 9)", r"there is no cell \(9, 9\) for food or a capsule"),
    ],
)
def test_a_bad_line_is_refused(line: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        State.parse(BOARD + line)
