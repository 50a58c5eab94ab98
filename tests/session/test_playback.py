"""Playback. Here a round lasts a second, and only `advance` lets time pass."""

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, Thinker, eastward, steered
from helpers.processes import until
from pacgrid import Action, Layout
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.playback import Playback
from pacgrid.session.session import Settings
from pacgrid.session.takeover import take_over

DUEL = [Action.SOUTH, Action.SOUTH], [Action.WEST, Action.WEST, Action.WEST]


def playback(*games: GameSource, patience: float | None = None) -> Playback:
    """A playback that by default waits for every round."""
    return Playback(games, Settings(speed=1), patience=patience)


def duel() -> LiveGame:
    """Pac-Man runs into a ghost."""
    return LiveGame(ROOM, [Scripted(moves) for moves in DUEL])


def played(*shows: GameSource) -> Playback:
    """Playback at the end of the games."""
    it = playback(*shows)
    while not it.at_end:
        it.advance(1)
    return it


def where(it: Playback) -> float:
    """Pac-Man's x now, in the first game."""
    states = it.games[0].states
    last = len(states) - 1
    (before, _), (after, _) = (states[min(ply, last)].pacman for ply in (it.before, it.after))
    return before + (after - before) * it.fraction


def glide(it: Playback) -> None:
    """Finish a single step."""
    for _ in range(20):
        it.advance(0.05)


def test_pacman_moves_with_time() -> None:
    it = playback(eastward())
    assert where(it) == 1
    seen = []
    for _ in range(8):
        it.advance(0.5)
        seen.append(where(it))
    assert seen == [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]


def test_several_rounds_may_pass_in_one_frame() -> None:
    it = playback(eastward())
    while not it.at_end:
        it.advance(100)
    assert (it.round, it.fraction, where(it)) == (4, 1, 5)


def test_nothing_moves_after_the_end() -> None:
    it = played(eastward())
    before = min(it.since_end)
    it.advance(2)
    assert (min(it.since_end), where(it)) == (before + 2, 5)


def test_it_steps_back_and_forward_through_the_game() -> None:
    it = played(eastward())
    seen = []
    for go in (it.round_back, it.round_back, it.round_forward, it.round_back, it.round_back):
        go()
        glide(it)
        seen.append(where(it))
    assert seen == [4, 3, 4, 3, 2]
    assert it.paused
    it.seek(99)
    assert (it.after, it.at_end) == (4, True)
    it.seek(-1)
    assert (it.after, it.at_end) == (0, False)


def test_stepping_back_in_the_middle_of_a_round_goes_to_its_start() -> None:
    it = playback(eastward())
    it.advance(1.5)
    it.round_back()
    assert (where(it), it.fraction) == (2, 1)


def test_a_step_forward_waits_until_the_round_is_played() -> None:
    it = playback(eastward())
    it.resume()
    for end in (2, 3, 4):
        it.round_forward()
        it.advance(0.01)
        it.advance(0.01)
        assert end - 1 < where(it) < end
        glide(it)
        assert (where(it), it.paused) == (end, True)


def test_a_pause_first_finishes_the_round() -> None:
    it = playback(eastward())
    it.advance(0.5)
    it.pause()
    assert not it.idle
    glide(it)
    assert (where(it), it.idle) == (2, True)
    it.resume()
    it.advance(0.25)
    assert where(it) == 2.25


def test_a_ply_is_a_part_of_a_round() -> None:
    it = played(duel())
    it.seek(0)
    movers = []
    for _ in range(4):
        it.ply_forward()
        glide(it)
        movers.append((it.after, it.round, it.games[0].states[it.after].to_move))
    assert movers == [(1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 2, 0)][: len(movers)]
    it.ply_back()
    assert it.after == 3
    it.round_back()
    assert it.after == 2


def test_after_stepping_back_the_game_resumes_from_there() -> None:
    game = eastward()
    it = playback(game)
    it.advance(2)
    it.seek(0)
    it.resume()
    for _ in range(50):
        it.advance(0.5)
    assert it.at_end
    assert game.record.won
    assert len(game.moves) == 4


def test_resuming_at_the_end_starts_over() -> None:
    for paused in (True, False):
        it = played(eastward())
        it.paused = paused
        it.resume()
        assert (it.after, it.paused, min(it.since_end)) == (0, False, 0)


def test_a_step_waits_for_an_agent_that_is_thinking() -> None:
    thinker = Thinker()
    it = playback(LiveGame(CORRIDOR, [thinker]), patience=0)
    try:
        it.advance(0.5)
        it.advance(0.75)
        assert (it.waiting_for(), where(it), it.waited) == ("thinker", 1, 1.25)
        it.round_forward()
        it.advance(1)
        assert (it.after, it.fraction) == (0, 1)
    finally:
        thinker.let_go.set()


def test_a_persons_key_counts_at_once() -> None:
    game = steered()
    it = playback(game)
    it.advance(5)
    assert (it.paused, where(it)) == (True, 1)
    assert game.keyboard
    game.keyboard.steer(Action.EAST)
    it.resume()
    it.advance(0.5)
    assert (it.paused, where(it), len(game.moves)) == (False, 1.5, 1)  # nothing is played ahead


def test_games_side_by_side_advance_together_until_each_has_ended() -> None:
    slow = LiveGame(ROOM, [Scripted([]), Scripted(DUEL[1])])
    it = playback(duel(), slow)
    while not it.shows_end(0):
        it.advance(0.5)
    assert not it.shows_end(1)
    assert it.before == 6
    it.advance(0.5)
    assert (it.shows_end(1), it.since_end[1]) == (False, 0)
    assert it.since_end[0] > 0  # Pac-Man vanishes while the other game goes on
    assert len(it.games[0].moves) == 6 < len(it.games[1].moves)


def test_a_board_game_may_be_behind_the_one_beside_it() -> None:
    thinker, setup = Thinker(), BoardSetup.load("tictactoe")
    quick, other, third = (load_agent("random_agent") for _ in range(3))
    behind, ahead = LiveGame(setup, [thinker, quick]), LiveGame(setup, [other, third])
    it = playback(behind, ahead, patience=0)
    try:
        it.advance(1)
        until(lambda: len(ahead.states) == 2)
        it.advance(1)
        assert (it.last, len(behind.states), it.awaits_choice) == (1, 1, False)
    finally:
        thinker.let_go.set()
        it.stop()


def test_games_side_by_side_need_the_same_number_of_agents() -> None:
    with pytest.raises(ValueError, match="the same number of agents"):
        playback(duel(), eastward())


def test_the_end_of_a_replay_is_known_from_the_start() -> None:
    it = playback(ReplayedGame(played(duel()).games[0].record))
    assert (it.all_over, it.at_end, it.last) == (True, False, len(it.games[0].moves))
    it.seek(it.last)
    assert it.at_end
    assert it.shows_end(0)


def test_a_game_that_was_taken_over_starts_there() -> None:
    game = played(eastward()).games[0]
    it = playback(take_over(game, 2, 0, "keyboard"))
    assert (it.after, where(it), it.paused) == (2, 3, True)
    it.round_back()
    assert where(it) == 2


def test_a_game_can_be_taken_over_while_it_is_watched() -> None:
    it = played(eastward())
    it.seek(2)
    branch = take_over(it.games[0], 2, 0, "random_agent")
    it.replace(0, branch)
    assert (it.games, it.after, it.last, it.at_end) == ((branch,), 2, 2, False)
    while not it.at_end:
        it.advance(1)
    assert branch.record.taken_over == 2


def test_it_is_idle_unless_it_steps_or_plays() -> None:
    it = played(eastward())
    it.seek(1)
    assert it.idle
    it.round_forward()
    assert not it.idle
    glide(it)
    assert it.idle
    it.resume()
    assert not it.idle


def test_the_end_is_reached_when_it_was_shown_not_when_it_is_known() -> None:
    it = playback(eastward())
    for _ in range(7):
        it.advance(0.5)
    assert (it.all_over, it.after, it.at_end) == (True, it.last, False)
    it.advance(0.5)
    assert it.at_end


def test_resuming_cancels_a_step() -> None:
    it = playback(eastward())
    it.seek(0)
    it.round_forward()
    it.resume()
    it.advance(1.5)
    assert (it.paused, it.before, it.after) == (False, 1, 2)


def test_a_step_in_the_middle_of_a_round_starts_from_the_start_of_the_round() -> None:
    for step, ply in ((Playback.ply_back, 2), (Playback.ply_forward, 3), (Playback.round_back, 2)):
        it = playback(duel())
        it.advance(1.5)
        assert (it.before, it.after) == (2, 4)
        step(it)
        glide(it)
        assert it.after == ply


def test_a_single_step_is_quick_even_in_a_slow_game() -> None:
    it = played(eastward())
    it.seek(0)
    it.round_forward()
    it.advance(0.0625)
    assert where(it) == 1.5


def test_a_step_forward_ends_where_the_game_ends() -> None:
    layout = Layout.parse("%%%%%%\n%P. G%\n%%%%%%")
    it = playback(LiveGame(layout, [Scripted([Action.EAST]), Scripted([])]))
    it.round_forward()
    glide(it)
    assert (it.after, it.at_end) == (1, True)


def test_a_round_is_played_ahead_unless_a_person_plays() -> None:
    game, persons = eastward(), steered()
    assert persons.keyboard
    persons.keyboard.steer(Action.EAST)
    for it in (playback(game), playback(persons)):
        it.paused = False
        it.advance(0.5)
        it.stop()
    until(lambda: len(game.moves) == 2)
    assert len(persons.moves) == 1


def test_in_a_paused_game_the_next_thought_is_already_known() -> None:
    game = eastward()
    it = playback(game)
    it.advance(1.5)
    it.pause()
    glide(it)
    until(lambda: len(game.moves) == 3)
    assert it.after == 2
    it.advance(0.5)
    it.stop()
    assert len(game.moves) == 3


def test_a_round_is_requested_only_once() -> None:
    thinker = Thinker()
    game = LiveGame(CORRIDOR, [thinker])
    it = playback(game, patience=0)
    for _ in range(5):
        it.advance(0.5)
    assert it.waited == 2.5
    thinker.let_go.set()
    until(lambda: len(game.moves) == 1 and not it.waiting_for())
    it.stop()
    assert len(game.moves) == 1


def test_the_waiting_time_restarts_when_the_round_arrives() -> None:
    thinker = Thinker()
    it = playback(LiveGame(CORRIDOR, [thinker]), patience=0)
    it.advance(0.5)
    thinker.let_go.set()
    until(lambda: not it.waiting_for())
    it.advance(0.25)
    assert (it.waited, it.after) == (0, 1)


def test_taking_over_does_not_wait_for_an_agent_that_is_thinking() -> None:
    thinker = Thinker()
    it = playback(LiveGame(CORRIDOR, [thinker]), patience=0)
    it.advance(0.5)
    thinker.thinking.wait()
    it.replace(0, eastward())
    assert it.waiting_for() == ""
    try:
        until(lambda: it.advance(0.5) or it.at_end)
    finally:
        thinker.let_go.set()


def test_a_game_that_was_taken_over_is_quit() -> None:
    game = eastward()
    it = playback(game)
    it.advance(0.5)
    it.replace(0, eastward())
    assert game.next_ply() is None


def test_a_replay_with_a_takeover_starts_at_the_first_ply() -> None:
    branch = take_over(played(eastward()).games[0], 2, 0, "random_agent")
    assert playback(ReplayedGame(branch.record)).after == 0
