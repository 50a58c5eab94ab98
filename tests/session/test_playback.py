"""Playback. Here a round lasts a second, and only `advance` lets time pass."""

import inspect
import threading
from collections.abc import Callable, Iterator

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, Thinker, eastward, steered
from helpers.processes import PATIENCE, until
from pacgrid import Action, Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.common.concurrency import CallThread
from pacgrid.common.failure import busy_line
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_setup import Ending
from pacgrid.session.menus import take_over
from pacgrid.session.playback import (
    GameSource,
    GameThread,
    Keyboard,
    LiveGame,
    Playback,
    ReplayedGame,
)
from pacgrid.session.session import Settings

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


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker()
    yield made
    made.let_go.set()


@pytest.fixture
def thinking(thinker: Thinker) -> Playback:
    """A game whose agent never moves, in a view that doesn't wait."""
    return playback(LiveGame(CORRIDOR, [thinker]), patience=0)


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


def test_pacman_moves_with_time_until_the_end_was_shown() -> None:
    it = playback(eastward())
    assert where(it) == 1
    seen = []
    for _ in range(7):
        it.advance(0.5)
        seen.append(where(it))
    assert seen == [1.5, 2, 2.5, 3, 3.5, 4, 4.5]
    assert (it.all_over, it.after, it.at_end) == (True, it.last, False)
    it.advance(0.5)
    assert (it.at_end, it.round, it.fraction) == (True, 4, 1)
    before = min(it.since_end)
    it.advance(2)
    assert (min(it.since_end), where(it)) == (before + 2, 5)


def test_it_steps_back_and_forward_through_the_game_by_rounds_and_plies() -> None:
    it = played(eastward())
    seen = []
    for go in (it.round_back, it.round_back, it.round_forward, it.round_back, it.round_back):
        go()
        glide(it)
        seen.append(where(it))
    assert (seen, it.paused) == ([4, 3, 4, 3, 2], True)
    for ply, shown in ((99, 4), (-1, 0)):
        it.seek(ply)
        assert (it.after, it.at_end) == (shown, shown == 4)
    it = played(duel())
    it.seek(0)
    movers = []
    for _ in range(4):
        it.ply_forward()
        assert not it.idle
        glide(it)
        movers.append((it.after, it.round, it.games[0].states[it.after].to_move))
    assert movers == [(1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 2, 0)]
    for go, ply in ((it.ply_back, 3), (it.round_back, 2)):
        go()
        assert it.after == ply


@pytest.mark.parametrize(
    ("step", "ply"),
    [(Playback.ply_back, 2), (Playback.ply_forward, 3), (Playback.round_back, 2)],
)
def test_a_step_in_the_middle_of_a_round_starts_from_its_start(
    step: Callable[[Playback], None], ply: int
) -> None:
    it = playback(duel())
    it.advance(1.5)
    assert (it.before, it.after) == (2, 4)
    step(it)
    glide(it)
    assert (it.after, it.fraction) == (ply, 1)


def test_a_step_forward_waits_until_the_round_is_played_is_quick_and_ends_with_the_game() -> None:
    it = playback(eastward())
    it.resume()
    for end in (2, 3, 4):
        it.round_forward()
        it.advance(0.01)
        it.advance(0.01)
        assert end - 1 < where(it) < end
        glide(it)
        assert (where(it), it.paused) == (end, True)
    it.seek(0)
    it.round_forward()
    it.advance(0.0625)
    assert where(it) == 1.5
    layout = Layout.parse("%%%%%%\n%P. G%\n%%%%%%")
    it = playback(LiveGame(layout, [Scripted([Action.EAST]), Scripted([])]))
    it.round_forward()
    glide(it)
    assert (it.after, it.at_end) == (1, True)


def test_a_pause_first_finishes_the_round_and_the_next_is_played_ahead() -> None:
    game = eastward()
    it = playback(game)
    it.advance(0.5)
    until(lambda: len(game.moves) == 2)
    it.pause()
    assert not it.idle
    glide(it)
    assert (where(it), it.idle) == (2, True)
    it.resume()
    it.advance(0.25)
    assert (where(it), it.idle) == (2.25, False)
    it.pause()
    glide(it)
    until(lambda: len(game.moves) == 3)
    assert it.after == 2
    it.advance(0.5)
    it.stop()
    assert len(game.moves) == 3


def test_after_stepping_back_the_game_resumes_from_there() -> None:
    game = eastward()
    it = playback(game)
    it.advance(2)
    it.seek(0)
    it.round_forward()
    it.resume()  # which cancels the step
    it.advance(1.5)
    assert (it.paused, it.before, it.after) == (False, 1, 2)
    for _ in range(50):
        it.advance(0.5)
    assert (it.at_end, game.record.won, len(game.moves)) == (True, True, 4)


def test_a_step_waits_for_an_agent_that_is_thinking_and_asks_for_its_round_once(
    thinker: Thinker, thinking: Playback
) -> None:
    thinking.advance(0.5)
    thinking.advance(0.75)
    assert (thinking.waiting_for(), where(thinking), thinking.waited) == ("thinker", 1, 1.25)
    thinking.round_forward()
    thinking.advance(1)
    thinking.advance(0.5)
    assert (thinking.after, thinking.fraction, thinking.waited) == (0, 1, 1.5)
    (game,) = thinking.games
    thinker.let_go.set()
    until(lambda: len(game.moves) == 1 and not thinking.waiting_for())
    thinking.advance(0.25)
    assert (thinking.waited, thinking.after) == (0, 1)
    thinking.stop()


def test_a_persons_key_counts_at_once() -> None:
    game = steered()
    it = playback(game)
    it.advance(5)
    assert (it.paused, where(it)) == (True, 1)
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
    with pytest.raises(ValueError, match="the same number of agents"):
        playback(duel(), eastward())


def test_a_board_game_may_be_behind_the_one_beside_it(thinker: Thinker) -> None:
    setup = BoardSetup.load("tictactoe")
    quick, other, third = (load_agent("random_agent") for _ in range(3))
    behind, ahead = LiveGame(setup, [thinker, quick]), LiveGame(setup, [other, third])
    it = playback(behind, ahead, patience=0)
    it.advance(1)
    until(lambda: len(ahead.states) == 2)
    it.advance(1)
    assert (it.last, len(behind.states), it.awaits_choice) == (1, 1, False)


def test_a_game_may_start_after_moves_of_others_but_its_replay_at_the_first_ply() -> None:
    finished = eastward()
    play_out(finished)
    game = LiveGame(CORRIDOR, [Scripted([Action.EAST] * 2)], seed=1, played=finished.moves[:2])
    assert (game.taken_over, len(game.states), game.record.taken_over) == (2, 3, 2)
    assert game.record.score == game.states[-1].score
    play_out(game)
    assert (game.record.ending, game.record.taken_over, len(game.moves)) == (Ending.WON, 2, 4)
    it = playback(take_over(finished, 2, 0, "keyboard"))
    assert (it.after, where(it), it.paused) == (2, 3, True)
    it.round_back()
    assert where(it) == 2
    assert playback(ReplayedGame(game.record)).after == 0


def test_a_game_can_be_taken_over_while_it_is_watched_or_an_agent_is_thinking(
    thinker: Thinker, thinking: Playback
) -> None:
    it = playback(eastward())
    it.advance(2)
    it.seek(2)
    (game,) = it.games
    assert not game.over
    branch = take_over(game, 2, 0, "random_agent")
    it.replace(0, branch)
    assert (it.games, it.after, it.last, it.at_end) == ((branch,), 2, 2, False)
    assert game.next_ply() is None  # it was quit
    while not it.at_end:
        it.advance(1)
    assert branch.record.taken_over == 2
    thinking.advance(0.5)
    thinker.thinking.wait()
    thinking.replace(0, eastward())
    assert thinking.waiting_for() == ""
    until(lambda: thinking.advance(0.5) or thinking.at_end)


def play_out(game: GameSource) -> None:
    while (state := game.next_ply()) is not None:
        assert state is game.states[-1]
        assert len(game.moves) == len(game.states) - 1


def test_a_replayed_game_has_the_states_of_the_live_game_and_its_end_from_the_start() -> None:
    live = LiveGame(ROOM, [Scripted([Action.EAST] * 3), Scripted([])], limits=Limits(rounds=5))
    assert not live.over
    play_out(live)
    record = live.record
    again = ReplayedGame(record)
    assert len(live.states) == 11
    assert tuple(again.states) == tuple(live.states)
    assert (again.moves, again.record) == (record.moves, record)
    assert (live.over, again.over, again.next_ply()) == (True, True, None)
    assert (again.agents, again.seed, again.record.layout) == (("scripted",) * 2, 0, ROOM)
    it = playback(again)
    assert (it.all_over, it.at_end, it.last) == (True, False, 10)
    it.seek(it.last)
    assert it.at_end
    assert it.shows_end(0)


@pytest.mark.parametrize(("plies", "ending"), [(0, "quit"), (1, "quit"), (4, "won")])
def test_quitting_ends_a_game_at_its_last_ply_unless_it_is_over(plies: int, ending: str) -> None:
    game = eastward(seed=4)
    for _ in range(plies):
        game.next_ply()
    game.quit()
    record = game.record
    assert (record.ending, len(record.moves), record.seed) == (ending, plies, 4)
    assert game.next_ply() is None
    replay = ReplayedGame(record)
    replay.quit()
    assert replay.record == record


CROSSING = State.parse("%%%%%\n%...%\n%.%.%\n%P..%\n%%%%%")
MEETING = State.parse("%%%%%\n%P..%\n%.%.%\n%..1%\n%%%%%\nto move: ghost 1")


@pytest.mark.parametrize(
    ("state", "wanted", "action"),
    [
        (CROSSING, Action.STOP, Action.STOP),  # until a key is pressed
        (CROSSING, Action.NORTH, Action.NORTH),
        (CROSSING, Action.WEST, Action.STOP),  # there is a wall
        (MEETING, Action.STOP, Action.NORTH),  # a ghost can't stop
    ],
)
def test_an_agent_goes_where_it_is_steered_if_it_can(
    state: State, wanted: Action, action: Action
) -> None:
    keyboard = Keyboard()
    if wanted is not Action.STOP:
        keyboard.steer(wanted)
    assert keyboard.act(state) is action


def test_pacman_goes_straight_on_until_it_can_turn_but_stands_at_the_start_of_a_game() -> None:
    keyboard, state = Keyboard(), CROSSING
    for wanted, going in ((Action.EAST, Action.EAST), (Action.NORTH, Action.EAST)):
        keyboard.steer(wanted)
        assert keyboard.act(state) is going
        state = state.successor(going)
    assert keyboard.act(state) is Action.NORTH
    keyboard.start(CROSSING)
    keyboard.steer(Action.WEST)
    assert keyboard.act(CROSSING) is Action.STOP


def play_round(thread: GameThread) -> None:
    """Play a round, and wait for it."""
    thread.play_round()
    thread.last_round.result()


def test_an_internal_error_is_raised_where_the_round_is_awaited() -> None:
    class Broken(LiveGame):
        def next_ply(self) -> State | None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_round(GameThread(Broken(ROOM, [Scripted([])])))


class Finisher(Thinker):
    """Remembers that the game is over."""

    finished = False

    def finish(self, state: State) -> None:
        self.finished = True


def test_stopping_does_not_wait_for_an_agent_that_thinks_and_no_agent_moves_after_it() -> None:
    thinker = Finisher()
    game = LiveGame(ROOM, [thinker, Scripted([])])
    thread = GameThread(game)
    thread.play_round()
    thinker.thinking.wait()
    GameThread.stop_all([thread])
    assert not thread.last_round.done()
    assert (thinker.finished, game.record.ending) == (False, Ending.QUIT)
    thinker.let_go.set()
    thread.last_round.result()
    assert (game.states[-1].to_move, len(game.moves)) == (1, 1)


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_stopped_thread_ends(rounds: int) -> None:
    before = {*threading.enumerate()}
    game_thread = GameThread(eastward())
    (thread,) = {*threading.enumerate()} - before
    for _ in range(rounds):
        play_round(game_thread)
    GameThread.stop_all([game_thread])
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_calls_run_at_once_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    thread = CallThread()
    ident = thread.submit(threading.get_ident)
    assert (ident.done(), ident.result()) == (True, threading.get_ident())
    assert thread.submit(lambda: 1 // 0).exception()
    thread.stop()


def test_the_busy_line_is_the_innermost_of_its_authors_files_if_the_thread_is_in_one() -> None:
    thinker, thread = Thinker(), CallThread()
    assert not busy_line(thinker, thread.number), "it does nothing"
    thread.submit(lambda: thinker.act(State.initial(CORRIDOR)))
    thinker.thinking.wait()
    first = inspect.getsourcelines(Thinker.act)[1]
    assert busy_line(thinker, thread.number) == f"game_sources.py, line {first + 2}, in act"
    assert not busy_line(object(), threading.get_ident())
    thinker.let_go.set()
    thread.submit(thread.stop).result()
    ended = threading.Thread(target=int)
    ended.start()
    ended.join()
    assert not busy_line(thinker, ended.ident or 0)
