"""The rules, one by one on drawn boards. The kernel is their second implementation."""

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given

from helpers.mazes import games
from pacgrid import Action, IllegalMoveError, Layout, LayoutError, State
from pacgrid.tree.trace import Trace

N, E, S, W, STOP = Action


def walk(state: State, *actions: Action) -> State:
    for action in actions:
        state = state.successor(action)
    return state


# Pac-Man.


def test_a_move_costs_a_point_and_food_gives_ten() -> None:
    state = State.parse("%%%%%%\n%P. .%\n%%%%%%")
    assert state.successor(E).score == 9
    assert walk(state, E, E).score == 8
    assert state.successor(STOP).score == -1


def test_the_last_food_wins_and_gives_500_more() -> None:
    after = State.parse("%%%%\n%P.%\n%%%%").successor(E)
    assert after.is_win
    assert after.is_terminal
    assert not after.is_loss
    assert after.score == -1 + 10 + 500


def test_pacman_may_go_to_any_open_neighbour_or_stop() -> None:
    state = State.parse("%%%%%\n%..%%\n%%P.%\n%%.%%\n%%%%%")
    assert state.legal_actions() == (N, E, S, STOP)


def test_a_successor_leaves_its_state_unchanged() -> None:
    state = State.parse("%%%%%%%\n%P.o1.%\n%%%%%%%")
    before = str(state)
    walk(state, E, W)
    assert str(state) == before


def test_running_into_an_active_ghost_loses_500() -> None:
    after = State.parse("%%%%%%\n%.P1 %\n%%%%%%").successor(E)
    assert after.is_loss
    assert after.is_terminal
    assert after.score == -501
    assert after.legal_actions() == ()


def test_running_into_two_ghosts_at_once_loses_1000() -> None:
    state = State.parse("%%%%%%\n%.P1 %\n%%%%%%\nghost 2: (3, 1) west")
    assert state.successor(E).score == -1001


def test_the_win_beats_the_death_on_the_same_move() -> None:
    state = State.parse("%%%%%\n%P1%%\n%%%%%\nfood under: (2, 1)")
    after = state.successor(E)
    assert after.is_win
    assert not after.is_loss
    assert after.score == 509


def test_a_scared_ghost_met_on_the_winning_move_still_pays() -> None:
    state = State.parse(
        "%%%%%%\n%P1 2%\n%%%%%%\nfood under: (2, 1)\nghost 1: scared 5, home (4, 1)"
    )
    after = state.successor(E)
    assert after.is_win
    assert after.score == 509 + 200
    assert after.ghosts[0] == ((4, 1), STOP, 0)


# Ghosts.


def test_agents_move_in_turn() -> None:
    state = State.parse("%%%%%%%\n%P.1 2%\n%%%%%%%")
    turns = [state.to_move]
    for action in (STOP, E, W):
        state = state.successor(action)
        turns.append(state.to_move)
    assert turns == [0, 1, 2, 0]


def test_pacman_alone_always_moves() -> None:
    state = State.parse("%%%%%\n%P..%\n%%%%%")
    assert state.num_agents == 1
    assert walk(state, E, W).to_move == 0


def test_a_ghost_may_not_stop_nor_turn_back_where_it_can_go_on() -> None:
    board = "%%%%%%\n%%% .%\n% 1  %\n%%% P%\n%%%%%%\nto move: ghost 1\nghost 1: (3, 2) east"
    assert State.parse(board).legal_actions() == (N, E, S)


def test_a_ghost_turns_back_in_a_dead_end() -> None:
    state = State.parse("%%%%%%\n%1 .P%\n%%%%%%\nto move: ghost 1\nghost 1: (1, 1) west")
    assert state.legal_actions() == (E,)


def test_a_ghost_goes_anywhere_on_its_first_move() -> None:
    state = State.parse("%%%%%%\n% 1.P%\n%%%%%%\nto move: ghost 1")
    assert state.legal_actions() == (E, W)


def test_a_ghost_walled_in_on_four_sides_stays() -> None:
    state = State.parse("%%%%%%\n%.P%1%\n%%%%%%").successor(STOP)
    assert state.legal_actions() == (STOP,)
    after = state.successor(STOP)
    assert after.ghosts == state.ghosts
    assert after.to_move == 0


def test_a_scared_ghost_walled_in_stays_and_its_timer_runs_out() -> None:
    state = State.parse("%%%%%%\n%.P%1%\n%%%%%%\nto move: ghost 1\nghost 1: scared 2")
    assert walk(state, STOP, STOP, STOP).ghosts[0].scared == 0


def test_a_ghost_that_reaches_pacman_catches_him() -> None:
    state = State.parse("%%%%%%\n%.P1 %\n%%%%%%\nto move: ghost 1")
    after = state.successor(W)
    assert after.is_loss
    assert after.score == -500
    assert after.legal_actions() == ()


def test_ghosts_can_be_left_out() -> None:
    layout = Layout.parse("%%%%%%%\n%P.123%\n%%%%%%%")
    assert [g.position for g in State.initial(layout, ghosts=2).ghosts] == [(3, 1), (4, 1)]
    assert State.initial(layout, ghosts=0).num_agents == 1
    assert State.initial(layout).num_agents == 4
    for ghosts in (-1, 4):
        with pytest.raises(ValueError, match=f"this layout has 0 to 3 ghosts, not {ghosts}"):
            State.initial(layout, ghosts=ghosts)


# Capsules.


def test_a_capsule_scares_every_ghost_for_40_moves() -> None:
    after = State.parse("%%%%%%%\n%Po.12%\n%%%%%%%").successor(E)
    assert [ghost.scared for ghost in after.ghosts] == [40, 40]
    assert after.score == -1
    assert len(after.capsules) == 0


def test_a_scared_ghost_moves_half_a_cell_and_goes_on_between_cells() -> None:
    state = State.parse(
        "%%%%%%%%\n%P.    %\n%%%%%%%%\nto move: ghost 1\nghost 1: (4, 1), scared 40"
    )
    assert state.legal_actions() == (E, W)
    half = state.successor(E)
    assert half.ghosts[0] == ((4.5, 1), E, 39)
    half = half.successor(STOP)
    assert half.legal_actions() == (E,)
    assert half.successor(E).ghosts[0] == ((5, 1), E, 38)


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


def test_ghost_returns_home_when_eaten() -> None:
    state = State.parse("%%%%%%\n%P1 .%\n%%%%%%\nghost 1: west, scared 9, home (4, 1)")
    after = state.successor(E)
    assert after.ghosts[0] == ((4, 1), STOP, 0)
    assert after.score == 199
    assert not after.is_terminal


def test_a_ghost_that_walks_into_pacman_while_scared_is_eaten() -> None:
    state = State.parse(
        "%%%%%%\n%P1 .%\n%%%%%%\nto move: ghost 1\nghost 1: west, scared 9, home (4, 1)"
    )
    after = state.successor(W)
    assert after.ghosts[0] == ((4, 1), STOP, 0)
    assert after.score == 200


def test_a_ghost_half_a_cell_away_is_met() -> None:
    state = State.parse("%%%%%%\n%P  .%\n%%%%%%\nghost 1: (2.5, 1) east, scared 9, home (4, 1)")
    assert state.successor(E).score == 199
    assert state.successor(STOP).score == -1


def test_a_ghost_whose_timer_runs_out_on_meeting_pacman_catches_him() -> None:
    state = State.parse(
        "%%%%%%\n%P  .%\n%%%%%%\nto move: ghost 1\nghost 1: (1.5, 1) west, scared 1, home (4, 1)"
    )
    after = state.successor(W)
    assert after.is_loss
    assert after.score == -500


def test_a_second_capsule_sets_the_timers_again_wherever_the_ghosts_are() -> None:
    state = State.parse(
        "%%%%%%%%\n%Po.   %\n%%%%%%%%\nghost 1: (5.5, 1) east, scared 3, home (4, 1)"
    )
    after = state.successor(E)
    assert after.ghosts[0] == ((5.5, 1), E, 40)
    assert after.successor(E).ghosts[0] == ((6, 1), E, 39)


def test_a_capsule_taken_together_with_a_ghost_eats_it() -> None:
    state = State.parse("%%%%%%\n%P1 .%\n%%%%%%\ncapsules under: (2, 1)")
    assert state.successor(E).score == 199


def test_one_ghost_may_be_eaten_while_the_next_one_catches_pacman() -> None:
    state = State.parse("%%%%%\n%P1.%\n%%%%%\nghost 1: scared 9, home (3, 1)\nghost 2: (2, 1) west")
    after = state.successor(E)
    assert after.score == -1 + 200 - 500
    assert after.is_loss


def test_an_eaten_ghost_is_not_met_again_on_the_same_move() -> None:
    state = State.parse("%%%%%\n%P .%\n%%%%%\nghost 1: (2, 1) west, scared 9, home (2, 1)")
    after = state.successor(E)
    assert after.ghosts[0] == ((2, 1), STOP, 0)
    assert after.score == 199
    assert not after.is_terminal


# Errors.


@pytest.mark.parametrize("action", [N, W, "up", None, -1, 7, [], 1.5])
def test_an_illegal_move_is_an_error_with_the_legal_moves_and_the_board(
    action: object,
) -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%")
    with pytest.raises(IllegalMoveError) as caught:
        state.successor(action)  # type: ignore[arg-type]
    name = str(action) if isinstance(action, Action) else repr(action)
    assert str(caught.value) == f"Pac-Man can't play {name}: Pac-Man may go east, stop\n{state}"
    assert caught.value.state is state


def test_a_ghosts_illegal_move_is_an_error_too() -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%\nto move: ghost 1")
    with pytest.raises(IllegalMoveError, match="ghost 1 can't play stop: ghost 1 may go west"):
        state.successor(STOP)


def test_a_finished_game_has_no_successor() -> None:
    won = State.parse("%%%%\n%P.%\n%%%%").successor(E)
    with pytest.raises(IllegalMoveError, match=r"can't play west: the game is over \(won\)"):
        won.successor(W)


@pytest.mark.parametrize("name", ["score", "pacman", "food", "to_move", "note"])
def test_a_state_cannot_be_changed(name: str) -> None:
    plain = State.parse("%%%%\n%P.%\n%%%%")
    for state in (plain, Trace(plain).root, Trace(plain).root.successor(STOP)):
        with pytest.raises(AttributeError):
            setattr(state, name, 3)
        with pytest.raises(AttributeError):
            delattr(state, name)


# Values.


def test_two_orders_of_moves_that_reach_the_same_position_are_equal() -> None:
    state = State.parse("%%%%%\n%  .%\n%P  %\n%%%%%")
    one, other = walk(state, N, E), walk(state, E, N)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != walk(state, N, E, STOP)
    assert one != "a state"


def test_states_of_different_mazes_are_different() -> None:
    assert State.parse("%%%%%\n%P.%%\n%%%%%") != State.parse("%%%%%\n%P. %\n%%%%%")


def test_copies_are_the_same_state_and_pickles_are_equal() -> None:
    state = State.parse("%%%%%%%\n%Po.12%\n%%%%%%%").successor(E)
    assert copy.copy(state) is state
    assert copy.deepcopy([state])[0] is state
    assert pickle.loads(pickle.dumps(state)) == state


def test_repr_can_be_evaluated() -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%").successor(E)
    assert eval(repr(state)) == state


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
            elif new != home:
                ways = (
                    after.maze.neighbours[after.maze.cells[old.position]].values()
                    if (old.position in after.maze.cells)
                    else ()
                )
                turned = old.direction is not Action.STOP and new.direction is old.direction.reverse
                assert not turned or len(ways) == 1


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
