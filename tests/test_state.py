"""The rules, one by one on drawn boards. The kernel is their second implementation."""

import copy
import pickle
from functools import reduce
from itertools import accumulate, pairwise

import pytest
from hypothesis import given

from helpers.mazes import games
from pacgrid import Action, IllegalMoveError, Layout, LayoutError, State
from pacgrid.action import action_of
from pacgrid.records.thought import Trace

N, E, S, W, STOP = Action

RULES = """
a move costs a point
    %P. .% | - | -1
food gives ten
    %P. .% | E | 9
a cell without food gives nothing
    %P. .% | EE | 8
the last food wins and gives 500 more
    %P.% | E | won at 509
running into an active ghost loses 500
    %.P1 % | E | lost at -501
running into two ghosts at once loses 1000
    %.P1 %; ghost 2: (3, 1) west | E | lost at -1001
the win beats the death on the same move
    %P1%%; food under: (2, 1) | E | won at 509
a scared ghost met on the winning move still pays
    %P1 2%; food under: (2, 1); ghost 1: scared 5, home (4, 1) | E | won at 709 | (4, 1) stop 0
a ghost walled in on four sides stays
    %.P%1% | -- | -1 | (4, 1) stop 0
a scared ghost walled in stays and its timer runs out
    %.P%1%; to move: ghost 1; ghost 1: scared 2 | --- | -1 | (4, 1) stop 0
a ghost that reaches Pac-Man catches him
    %.P1 %; to move: ghost 1 | W | lost at -500
a capsule scares every ghost for 40 moves
    %Po.12% | E | -1 | (4, 1) stop 40 | (5, 1) stop 40
a scared ghost moves half a cell
    %P.    %; to move: ghost 1; ghost 1: (4, 1), scared 40 | E | 0 | (4.5, 1) east 39
the other half follows
    %P.    %; to move: ghost 1; ghost 1: (4, 1), scared 40 | E-E | -1 | (5, 1) east 38
a ghost returns home when eaten
    %P1 .%; ghost 1: west, scared 9, home (4, 1) | E | 199 | (4, 1) stop 0
a ghost that walks into Pac-Man while scared is eaten
    %P1 .%; to move: ghost 1; ghost 1: west, scared 9, home (4, 1) | W | 200 | (4, 1) stop 0
a ghost half a cell away is met
    %P  .%; ghost 1: (2.5, 1) east, scared 9, home (4, 1) | E | 199
a ghost a cell and a half away is not
    %P  .%; ghost 1: (2.5, 1) east, scared 9, home (4, 1) | - | -1
a ghost whose timer runs out on meeting Pac-Man catches him
    %P  .%; to move: ghost 1; ghost 1: (1.5, 1) west, scared 1, home (4, 1) | W | lost at -500
a second capsule sets the timers again wherever the ghosts are
    %Po.   %; ghost 1: (5.5, 1) east, scared 3, home (4, 1) | E | -1 | (5.5, 1) east 40
from there the ghost goes on by half a cell
    %Po.   %; ghost 1: (5.5, 1) east, scared 3, home (4, 1) | EE | -1 | (6, 1) east 39
a capsule taken together with a ghost eats it
    %P1 .%; capsules under: (2, 1) | E | 199
one ghost may be eaten while the next one catches Pac-Man
    %P1.%; ghost 1: scared 9, home (3, 1); ghost 2: (2, 1) west | E | lost at -301
an eaten ghost is not met again on the same move
    %P .%; ghost 1: (2, 1) west, scared 9, home (2, 1) | E | 199 | (2, 1) stop 0
"""
"""A corridor and the lines below it, what is played, the score, and perhaps the ghosts."""


def lane(row: str, *lines: str) -> State:
    border = "%" * len(row)
    return State.parse("\n".join((border, row, border, *lines)))


def walk(state: State, letters: str) -> State:
    return reduce(State.successor, map(action_of, letters), state)


ROWS = RULES.strip().splitlines()


@pytest.mark.parametrize("rule", ROWS[1::2], ids=ROWS[::2])
def test_the_rules_are_kept(rule: str) -> None:
    drawing, letters, end, *ghosts = rule.strip().split(" | ")
    before = lane(*drawing.split("; "))
    text = str(before)
    after = walk(before, letters)
    won, lost = end.startswith("won"), end.startswith("lost")
    assert (after.is_win, after.is_loss, after.is_terminal) == (won, lost, won or lost)
    assert after.score == int(end.split()[-1])
    assert bool(after.legal_actions()) != after.is_terminal
    assert str(before) == text, "a successor leaves its state unchanged"
    shown = [f"({x:g}, {y:g}) {direction} {scared}" for (x, y), direction, scared in after.ghosts]
    assert shown[: len(ghosts)] == ghosts


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        pytest.param("%%%%%\n%..%%\n%%P.%\n%%.%%\n%%%%%", (N, E, S, STOP), id="Pac-Man"),
        pytest.param(
            "%%%%%%\n%%% .%\n% 1  %\n%%% P%\n%%%%%%\nto move: ghost 1\nghost 1: (3, 2) east",
            *((N, E, S),),
            id="a ghost may not stop nor turn back where it can go on",
        ),
        pytest.param(
            "%%%%%%\n%1 .P%\n%%%%%%\nto move: ghost 1\nghost 1: west", (E,), id="a dead end"
        ),
        pytest.param("%%%%%%\n% 1.P%\n%%%%%%\nto move: ghost 1", (E, W), id="the first move"),
        pytest.param("%%%%%%\n%.P%1%\n%%%%%%\nto move: ghost 1", (STOP,), id="walled in"),
        pytest.param(
            "%%%%%%\n%P.  %\n%%%%%%\nto move: ghost 1\nghost 1: (3.5, 1) east, scared 39",
            *((E,),),
            id="between two cells",
        ),
    ],
)
def test_these_actions_are_legal(text: str, legal: tuple[Action, ...]) -> None:
    assert State.parse(text).legal_actions() == legal


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ((2, 2), E, (3, 2)),
        ((2, 2), N, (2, 3)),
        ((2, 2), W, (2, 2)),
        ((2, 2), S, (2, 2)),
        ((2.5, 2), E, (3, 2)),
        ((2.5, 2), W, (2, 2)),
    ],
)
def test_the_last_scared_move_snaps_to_the_nearest_cell_and_half_rounds_up(
    start: tuple[float, float], direction: Action, end: tuple[int, int]
) -> None:
    x, y = start
    way = direction if x % 1 else STOP
    state = State.parse(
        "%%%%%%\n%   P%\n%    %\n%  . %\n%%%%%%\nto move: ghost 1\n"
        f"ghost 1: ({x:g}, {y:g}) {way}, scared 1, home (1, 1)"
    )
    assert state.successor(direction).ghosts[0] == (end, direction, 0)


def test_agents_move_in_turn() -> None:
    turns = accumulate((STOP, E, W), State.successor, initial=lane("%P.1 2%"))  # type: ignore[arg-type]
    assert [state.to_move for state in turns] == [0, 1, 2, 0]
    alone = lane("%P..%")
    assert (alone.num_agents, walk(alone, "EW").to_move) == (1, 0)


def test_ghosts_can_be_left_out() -> None:
    layout = Layout.parse("%%%%%%%\n%P.123%\n%%%%%%%")
    assert [g.position for g in State.initial(layout, ghosts=2).ghosts] == [(3, 1), (4, 1)]
    assert State.initial(layout, ghosts=0).num_agents == 1
    assert State.initial(layout).num_agents == 4
    for ghosts in (-1, 4):
        with pytest.raises(ValueError, match=f"this layout has 0 to 3 ghosts, not {ghosts}"):
            State.initial(layout, ghosts=ghosts)


@pytest.mark.parametrize("action", [N, W, "up", None, -1, 7, [], 1.5])
def test_an_illegal_move_is_an_error_with_the_legal_moves_and_the_board(action: object) -> None:
    state = lane("%P.1%")
    with pytest.raises(IllegalMoveError) as caught:
        state.successor(action)  # type: ignore[arg-type]
    name = str(action) if isinstance(action, Action) else repr(action)
    assert str(caught.value) == f"Pac-Man can't play {name}: Pac-Man may go east, stop\n{state}"
    assert caught.value.state is state


def test_an_illegal_move_of_a_ghost_or_after_the_end_is_an_error_too() -> None:
    with pytest.raises(IllegalMoveError, match="ghost 1 can't play stop: ghost 1 may go west"):
        lane("%P.1%", "to move: ghost 1").successor(STOP)
    with pytest.raises(IllegalMoveError, match=r"can't play west: the game is over \(won\)"):
        walk(lane("%P.%"), "EW")


@pytest.mark.parametrize("name", ["score", "pacman", "food", "to_move", "note"])
def test_a_state_cannot_be_changed(name: str) -> None:
    plain = lane("%P.%")
    for state in (plain, Trace(plain).root, Trace(plain).root.successor(STOP)):
        with pytest.raises(AttributeError):
            setattr(state, name, 3)
        with pytest.raises(AttributeError):
            delattr(state, name)


def test_states_are_compared_by_value() -> None:
    state = State.parse("%%%%%\n%  .%\n%P  %\n%%%%%")
    one, other = walk(state, "NE"), walk(state, "EN")
    assert one == other
    assert len({one, other}) == 1
    assert one != walk(state, "NE-")
    assert one != "a state"
    assert lane("%P.%%") != lane("%P. %"), "the mazes differ"


def test_copies_are_the_same_state_and_pickles_and_reprs_make_equal_ones() -> None:
    state = lane("%Po.12%").successor(E)
    assert copy.copy(state) is copy.deepcopy([state])[0] is state
    assert pickle.loads(pickle.dumps(state)) == eval(repr(state)) == state


@given(games())
def test_invariants_hold_in_random_games(states: list[State]) -> None:
    for before, after in pairwise(states):
        mover = before.to_move
        eaten = before.food - after.food
        assert after.food <= before.food
        assert after.capsules <= before.capsules
        assert len(eaten) <= (mover == 0)
        assert after.to_move == (mover + 1) % before.num_agents
        assert after.is_terminal == (after.is_win or after.is_loss)
        assert not (after.is_win and after.is_loss)
        change = after.score - before.score
        change -= 10 * len(eaten) + 500 * after.is_win - (mover == 0)
        assert change % 100 == 0, "the rest are ghosts eaten at 200 and deaths at -500"
        assert (change < 0) <= after.is_loss
        for number, (old, new) in enumerate(zip(before.ghosts, after.ghosts, strict=True), start=1):
            assert 0 <= new.scared <= 40
            assert after.maze.node(new.position, new.direction) >= 0, "or it raises"
            assert new.scared or new.position in after.maze.cells
            home = (after.maze.homes[number - 1], Action.STOP, 0)
            if number != mover:
                assert new[:2] == old[:2] or new == home
            elif new != home and old.position in after.maze.cells:
                ways = after.maze.neighbours[after.maze.cells[old.position]]
                turned = old.direction is not Action.STOP and new.direction is old.direction.reverse
                assert not turned or len(ways) == 1


# Positions as text.

BOARD = """
%%%%%%%
%P..o.%
%...1.%
%%%%%%%
"""


@given(games())
def test_every_position_can_be_read_back(states: list[State]) -> None:
    for state in states:
        again = State.parse(str(state))
        assert again == state
        assert str(again) == str(state)


def test_lines_below_the_board_give_what_it_cannot_show() -> None:
    alone = State.parse(BOARD)
    assert (alone.pacman, alone.ghosts) == ((1, 2), (((4, 1), STOP, 0),))
    assert (alone.score, alone.to_move) == (0, 0)
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
    assert state.ghosts == (((3.5, 1), W, 39),)
    assert state.maze.homes == ((5, 1),)
    assert {(4, 1), (5, 1)} <= state.food
    assert (3, 1) in state.capsules
    short = State.parse(BOARD + "ghost 1: west, scared 5")
    assert (short.ghosts, short.maze.homes) == ((((4, 1), W, 5),), ((4, 1),))


def test_a_lost_game_can_be_drawn_but_not_one_won_and_lost() -> None:
    state = lane("%P.%", "score: -500", "ghost 1: (1, 1) west", "lost")
    assert state.is_loss
    assert state.legal_actions() == ()
    with pytest.raises(LayoutError, match="a game with no food left is won"):
        lane("%P %", "lost")


@pytest.mark.parametrize(
    "text",
    [
        "    %%%%%\n    %P.1%\n    %%%%%\n    score: 7\n    ",
        "\r\n%%%%%\r\n%P.1%\r\n%%%%%\r\nscore: 7\r\n",
        "\n\n%%%%%\n%P.1%\n%%%%%\n\n  score: 7\n\n",
    ],
    ids=["indented", "line ends", "blank lines"],
)
def test_indentation_and_line_ends_do_not_matter(text: str) -> None:
    assert State.parse(text) == lane("%P.1%", "score: 7")


def test_digits_are_the_ghosts_numbers_if_they_are_complete() -> None:
    state = lane("%P.2 %", "ghost 1: (4, 1)", "ghost 2: west")
    assert state.ghosts == (((4, 1), STOP, 0), ((3, 1), W, 0))
    as_in_a_layout = lane("%P.42%")
    assert [ghost.position for ghost in as_in_a_layout.ghosts] == [(4, 1), (3, 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("skore: 3", r"<text>:6:1: can't read 'skore: 3'; write score:"),
        ("ghost 1: sideways", r"<text>:6:1: can't read 'ghost 1: sideways'"),
        ("ghost 2: west", r"<text>:6:1: ghost 2 is not on the board; add its position"),
        ("ghost 3: (1, 1)", r"the ghosts are numbered \[1, 3\]; number them from 1"),
        ("to move: ghost 2", r"ghost 2 is to move, but there are only 1"),
        ("ghost 1: (3.5, 1) north, scared 3", r"ghost 1: can't be at \(3.5, 1.0\) going north"),
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
