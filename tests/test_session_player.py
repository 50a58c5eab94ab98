"""The flow of time. A round lasts a second here, and time is what the tests say it is."""

import time
from collections.abc import Callable

import pytest

from helpers.shows import CORRIDOR, ROOM, Scripted, Thinker, eastward, steered
from pacgrid import Action, Agent, Layout, State
from pacgrid.agent import Report
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.marks import NO_MARKS
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import FASTEST, SLOWEST, Player
from pacgrid.session.scene import VANISHING, WIDE_OPEN
from pacgrid.session.takeover import take_over

DUEL = [Action.SOUTH, Action.SOUTH], [Action.WEST, Action.WEST, Action.WEST]


def player(*shows: GameSource) -> Player:
    """One for which rounds are always there when they are due."""
    return Player(*shows, speed=1, patience=None)


def duel() -> LiveGame:
    """Pac-Man runs into a ghost."""
    return LiveGame(ROOM, [Scripted(moves) for moves in DUEL])


def played(*shows: GameSource) -> Player:
    """A player at the end of the games."""
    it = player(*shows)
    while not it.over:
        it.advance(1)
    return it


def where(it: Player) -> float:
    return it.scene().pacman.position[0]


def glide(it: Player) -> None:
    """Let a single step come to its end."""
    for _ in range(20):
        it.advance(0.05)


class Opinionated(Agent):
    """Goes east, and thinks that it is worth 5."""

    def act(self, state: State) -> Action:
        self.report = Report(
            values=dict.fromkeys(state.legal_actions(), 5), principal_variation=(Action.EAST,)
        )
        return Action.EAST


def test_pacman_moves_with_time() -> None:
    it = player(eastward())
    assert where(it) == 1
    seen = []
    for _ in range(8):
        it.advance(0.5)
        seen.append(where(it))
    assert seen == [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]


def test_several_rounds_may_go_by_between_two_pictures() -> None:
    it = player(eastward())
    while not it.over:
        it.advance(100)
    assert (it.rounds, it.fraction, where(it)) == (4, 1, 5)


def test_after_the_game_time_goes_on_but_nothing_moves() -> None:
    it = played(eastward())
    before = it.since_end
    it.advance(2)
    assert (it.since_end, where(it)) == (before + 2, 5)


def test_a_caught_pacman_vanishes_when_the_game_is_over() -> None:
    it = played(duel())
    assert it.shows[0].record.ending == "caught"
    it.advance(VANISHING)
    assert it.scene().pacman.mouth == 180


def test_a_pause_stops_time_in_the_middle_of_a_stride() -> None:
    it = player(eastward())
    it.advance(0.5)
    it.toggle_pause()
    it.advance(10)
    assert where(it) == 1.5
    it.toggle_pause()
    it.advance(0.25)
    assert where(it) == 1.75


def test_it_goes_back_and_on_through_what_was_played() -> None:
    it = played(eastward())
    seen = []
    for go in (it.round_back, it.round_back, it.round_on, it.round_back, it.round_back):
        go()
        glide(it)
        seen.append(where(it))
    assert seen == [4, 3, 4, 3, 2]
    assert it.paused
    it.go_to(99)
    assert (it.after, it.over) == (4, True)
    it.go_to(-1)
    assert (it.after, it.over) == (0, False)


def test_going_back_in_the_middle_of_a_round_goes_to_its_start() -> None:
    it = player(eastward())
    it.advance(1.5)
    it.round_back()
    assert (where(it), it.fraction) == (2, 1)


def test_a_step_on_waits_for_what_was_not_played_yet_and_glides_there() -> None:
    it = player(eastward())
    it.toggle_pause()
    for end in (2, 3, 4):
        it.round_on()
        it.advance(0.01)
        it.advance(0.01)
        assert end - 1 < where(it) < end
        glide(it)
        assert (where(it), it.paused) == (end, True)


def test_a_ply_is_a_part_of_a_round() -> None:
    it = played(duel())
    it.go_to(0)
    movers = []
    for _ in range(4):
        it.ply_on()
        glide(it)
        movers.append((it.after, it.rounds, it.state().to_move))
    assert movers == [(1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 2, 0)][: len(movers)]
    it.ply_back()
    assert it.after == 3
    it.round_back()
    assert it.after == 2


def test_after_a_look_back_the_game_goes_on_from_where_it_was_left() -> None:
    show = eastward()
    it = player(show)
    it.advance(2)
    it.go_to(0)
    it.toggle_pause()
    for _ in range(50):
        it.advance(0.5)
    assert it.over
    assert show.record.won
    assert len(show.moves) == 4


def test_at_the_end_going_on_begins_again() -> None:
    for paused in (True, False):
        it = played(eastward())
        it.paused = paused
        it.toggle_pause()
        assert (it.after, it.paused, it.since_end) == (0, False, 0)


def test_a_game_that_is_paused_while_it_thinks_is_waited_for_and_says_who_thinks() -> None:
    thinker = Thinker()
    it = Player(LiveGame(CORRIDOR, [thinker]), speed=1, patience=0)
    try:
        it.advance(0.5)
        it.advance(0.75)
        assert (it.thinker(), where(it), it.waited) == ("thinker", 1, 1.25)
        it.round_on()
        it.advance(1)
        assert (it.after, it.fraction) == (0, 1)
    finally:
        thinker.let_go.set()


def test_a_person_is_waited_for_and_steers_at_once() -> None:
    show = steered()
    it = player(show)
    it.advance(5)
    assert (it.begun, where(it)) == (False, 1)
    assert show.person
    show.person.steer(Action.EAST)
    it.toggle_pause()
    it.advance(0.5)
    assert (it.begun, where(it), len(show.moves)) == (True, 1.5, 1)  # nothing is played ahead


def test_games_side_by_side_keep_step_until_each_has_ended() -> None:
    slow = LiveGame(ROOM, [Scripted([]), Scripted(DUEL[1])])
    it = player(duel(), slow)
    while not it.has_ended(0):
        it.advance(0.5)
    assert not it.has_ended(1)
    assert it.before == 6
    it.advance(0.5)
    assert (it.has_ended(1), it.since_end) == (False, 0)
    assert it.scene(0).pacman.mouth > WIDE_OPEN  # he vanishes while the other plays
    assert it.scene(0).pacman.position == (1, 1)
    assert len(it.moves(0)) == 6 < len(it.moves(1))


def test_games_with_different_numbers_of_agents_are_not_side_by_side() -> None:
    with pytest.raises(ValueError, match="the same number of agents"):
        player(duel(), eastward())


def test_a_replay_knows_its_end_from_the_start() -> None:
    it = player(ReplayedGame(played(duel()).shows[0].record))
    assert (it.ended, it.over, it.last) == (True, False, len(it.shows[0].moves))
    it.go_to(it.last)
    assert it.over
    assert it.has_ended(0)


def test_standing_still_it_shows_the_thought_of_the_move_that_comes_next() -> None:
    it = played(LiveGame(CORRIDOR, [Opinionated()]))
    it.toggle(Overlay.VALUES)
    it.go_to(1)
    state, thought = it.deciding()
    assert state.pacman == (2, 1)
    assert thought is not None
    assert thought.values[Action.EAST] == 5
    assert (3, 1) in {label.position for label in it.scene().marks.labels}
    it.go_to(it.last)
    assert it.deciding()[1] is None
    it.toggle(Overlay.VALUES)
    it.go_to(1)
    assert it.scene().marks == NO_MARKS


def test_on_the_way_it_shows_the_thought_behind_the_move() -> None:
    it = played(LiveGame(CORRIDOR, [Opinionated()]))
    it.go_to(0)
    it.toggle_pause()
    it.advance(1.5)
    state, thought = it.deciding()
    assert (state.pacman, it.after) == ((2, 1), 2)
    assert thought is not None


def test_a_game_that_was_taken_over_begins_where_that_was() -> None:
    show = played(eastward()).shows[0]
    it = player(take_over(show, 2, 0, "keyboard"))
    assert (it.after, where(it), it.paused) == (2, 3, True)
    it.round_back()
    assert where(it) == 2


def test_somebody_takes_over_while_it_is_watched() -> None:
    it = played(eastward())
    it.go_to(2)
    branch = take_over(it.shows[0], 2, 0, "random_agent")
    it.replace(0, branch)
    assert (it.shows, it.after, it.last, it.over) == ((branch,), 2, 2, False)
    while not it.over:
        it.advance(1)
    assert branch.record.taken_over == 2


def test_it_stands_still_but_for_steps_and_when_time_runs() -> None:
    it = played(eastward())
    it.go_to(1)
    assert it.still
    it.round_on()
    assert not it.still
    glide(it)
    assert it.still
    it.toggle_pause()
    assert not it.still


def test_speed_keeps_within_reason() -> None:
    it = player(eastward())
    it.faster(1e9)
    assert it.speed == FASTEST
    it.faster(0)
    assert it.speed == SLOWEST


def until(arrived: Callable[[], bool]) -> None:
    """Wait for another thread, though not for ever."""
    for _ in range(5000):
        if arrived():
            return
        time.sleep(0.002)
    raise AssertionError("it never came")


def test_it_is_over_when_the_end_was_shown_and_not_when_it_is_known() -> None:
    it = player(eastward())
    for _ in range(7):
        it.advance(0.5)
    assert (it.ended, it.after, it.over) == (True, it.last, False)
    it.advance(0.5)
    assert it.over


def test_a_pacman_who_wins_does_not_vanish() -> None:
    it = played(eastward())
    it.advance(VANISHING)
    assert it.scene().pacman.mouth <= WIDE_OPEN


def test_going_on_is_not_held_up_by_a_step_that_was_waited_for() -> None:
    it = player(eastward())
    it.go_to(0)
    it.round_on()
    it.toggle_pause()
    it.advance(1.5)
    assert (it.paused, it.before, it.after) == (False, 1, 2)


def test_plies_back_and_on_are_counted_from_where_the_stride_began() -> None:
    for step, ply in ((Player.ply_back, 2), (Player.ply_on, 3), (Player.round_back, 2)):
        it = player(duel())
        it.advance(1.5)
        assert (it.before, it.after) == (2, 4)
        step(it)
        glide(it)
        assert it.after == ply


def test_a_single_step_is_quick_however_slow_the_game_goes() -> None:
    it = played(eastward())
    it.go_to(0)
    it.round_on()
    it.advance(0.0625)
    assert where(it) == 1.5


def test_a_step_on_ends_with_the_game() -> None:
    layout = Layout.parse("%%%%%%\n%P. G%\n%%%%%%")
    it = player(LiveGame(layout, [Scripted([Action.EAST]), Scripted([])]))
    it.round_on()
    glide(it)
    assert (it.after, it.over) == (1, True)


def test_a_round_is_played_ahead_unless_a_person_plays() -> None:
    show, persons = eastward(), steered()
    assert persons.person
    persons.person.steer(Action.EAST)
    for it in (player(show), player(persons)):
        it.paused = False
        it.advance(0.5)
        it.leave()
    until(lambda: len(show.moves) == 2)
    assert len(persons.moves) == 1


def test_a_round_is_ordered_once_however_often_it_is_missed() -> None:
    thinker = Thinker()
    show = LiveGame(CORRIDOR, [thinker])
    it = Player(show, speed=1, patience=0)
    for _ in range(5):
        it.advance(0.5)
    assert it.waited == 2.5
    thinker.let_go.set()
    until(lambda: len(show.moves) == 1 and not it.thinker())
    it.leave()
    assert len(show.moves) == 1


def test_it_forgets_how_long_it_waited_when_the_round_is_there() -> None:
    thinker = Thinker()
    it = Player(LiveGame(CORRIDOR, [thinker]), speed=1, patience=0)
    it.advance(0.5)
    thinker.let_go.set()
    until(lambda: not it.thinker())
    it.advance(0.25)
    assert (it.waited, it.after) == (0, 1)


def test_a_thought_that_comes_later_is_marked_then() -> None:
    it = player(LiveGame(CORRIDOR, [Opinionated()]))
    it.toggle(Overlay.VALUES)
    it.go_to(0)
    assert it.scene().marks == NO_MARKS
    it.round_on()
    it.advance(0)
    it.go_to(0)
    assert it.scene().marks.labels


def test_marks_are_those_of_the_game_that_is_drawn() -> None:
    show = LiveGame(CORRIDOR, [Opinionated()])
    it = played(show, eastward())
    it.toggle(Overlay.VALUES)
    it.go_to(1)
    assert it.scene(0).marks.labels
    assert it.scene(1).marks == NO_MARKS
    it.replace(0, take_over(show, 1, 0, "keyboard"))
    assert it.scene(0).marks == NO_MARKS


def test_who_takes_over_need_not_wait_for_who_still_thinks() -> None:
    thinker = Thinker()
    it = Player(LiveGame(CORRIDOR, [thinker]), speed=1, patience=0)
    it.advance(0.5)
    thinker.thinking.wait()
    it.replace(0, eastward())
    assert it.thinker() == ""
    try:
        until(lambda: it.advance(0.5) or it.over)
    finally:
        thinker.let_go.set()


def test_a_game_that_was_taken_over_is_left() -> None:
    show = eastward()
    it = player(show)
    it.advance(0.5)
    it.replace(0, eastward())
    assert show.next_ply() is None


def test_a_game_that_a_person_takes_over_has_not_begun() -> None:
    it = player(take_over(played(eastward()).shows[0], 2, 0, "keyboard"))
    assert not it.begun


def test_a_replay_begins_at_the_start_even_if_somebody_took_over() -> None:
    branch = take_over(played(eastward()).shows[0], 2, 0, "random_agent")
    assert player(ReplayedGame(branch.record)).after == 0
