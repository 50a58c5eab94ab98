"""Games to watch, live or saved, and the thread in which they are played."""

import inspect
import threading

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, Thinker, eastward, steered
from helpers.processes import PATIENCE
from pacgrid import Action, State
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.session.game_source import (
    CallThread,
    GameSource,
    GameThread,
    Keyboard,
    LiveGame,
    ReplayedGame,
    busy_line,
)


def play_out(game: GameSource) -> None:
    while (state := game.next_ply()) is not None:
        assert state is game.states[-1]
        assert len(game.moves) == len(game.states) - 1


def test_a_replayed_game_has_the_states_of_the_live_game() -> None:
    live = LiveGame(ROOM, [Scripted([Action.EAST] * 3), Scripted([])], limits=Limits(rounds=5))
    assert not live.over
    play_out(live)
    record = live.record
    again = ReplayedGame(record)
    assert len(live.states) == 11
    assert tuple(again.states) == tuple(live.states)
    assert (again.moves, again.record) == (record.moves, record)
    assert live.over
    assert again.over
    assert again.next_ply() is None
    assert (again.agents, again.seed, again.record.layout) == (("scripted",) * 2, 0, ROOM)


def test_quitting_ends_a_game_at_its_last_ply() -> None:
    game = eastward()
    game.next_ply()
    game.quit()
    assert (game.record.ending, game.record.rounds) == (Ending.QUIT, 1)
    assert game.next_ply() is None


def test_a_game_that_never_started_has_a_record_without_moves() -> None:
    game = eastward(seed=4)
    game.quit()
    assert (game.record.ending, game.record.moves, game.record.seed) == (Ending.QUIT, (), 4)


def test_a_live_game_may_start_after_moves_of_others() -> None:
    finished = eastward()
    play_out(finished)
    game = LiveGame(CORRIDOR, [Scripted([Action.EAST] * 2)], seed=1, played=finished.moves[:2])
    assert (game.taken_over, len(game.states), game.record.taken_over) == (2, 3, 2)
    assert game.record.score == game.states[-1].score
    play_out(game)
    assert (game.record.ending, game.record.taken_over, len(game.moves)) == (Ending.WON, 2, 4)


def test_a_live_game_keeps_what_agents_think() -> None:
    game = LiveGame(CORRIDOR, [load_agent("reflex")])
    play_out(game)
    thought = game.moves[0].thought
    assert thought is not None
    assert thought.values.keys() == {Action.EAST, Action.STOP}


def test_quitting_does_not_change_a_game_that_is_over() -> None:
    game = eastward()
    play_out(game)
    game.quit()
    assert game.record.ending is Ending.WON


def test_a_live_game_knows_the_keyboard_of_its_person() -> None:
    assert steered().keyboard
    assert eastward().keyboard is None
    ghost = Keyboard()
    game = LiveGame(ROOM, [Scripted([]), ghost])
    assert game.keyboard is ghost
    game.next_ply()


def test_quitting_does_not_change_a_replayed_game() -> None:
    replay = ReplayedGame(eastward(CORRIDOR).record)
    replay.quit()
    assert replay.record.ending is Ending.QUIT


CROSSING = State.parse("""
%%%%%
%...%
%.%.%
%P..%
%%%%%
""")


def test_pacman_stands_until_a_key_is_pressed() -> None:
    assert Keyboard().act(CROSSING) is Action.STOP


def test_pacman_goes_where_it_is_steered() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.NORTH)
    assert keyboard.act(CROSSING) is Action.NORTH


def test_pacman_goes_straight_on_until_it_can_turn() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.EAST)
    second = CROSSING.successor(keyboard.act(CROSSING))
    keyboard.steer(Action.NORTH)
    assert keyboard.act(second) is Action.EAST
    assert keyboard.act(second.successor(Action.EAST)) is Action.NORTH


def test_pacman_stops_at_a_wall() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.WEST)
    assert keyboard.act(CROSSING) is Action.STOP


def test_a_ghost_which_can_not_stop_takes_its_first_legal_action() -> None:
    state = State.parse("%%%%%\n%P..%\n%.%.%\n%..1%\n%%%%%\nto move: ghost 1")
    assert Keyboard().act(state) is Action.NORTH


def test_pacman_stands_at_the_start_of_each_game() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.EAST)
    keyboard.act(CROSSING)
    keyboard.start(CROSSING)
    keyboard.steer(Action.WEST)
    assert keyboard.act(CROSSING) is Action.STOP


def play_round(thread: GameThread) -> None:
    """Play a round, and wait for it."""
    thread.play_round()
    thread.last_round.result()


def test_a_round_is_a_ply_of_every_agent() -> None:
    game = LiveGame(ROOM, [Scripted([Action.EAST]), Scripted([Action.WEST])])
    play_round(GameThread(game))
    state = game.states[-1]
    assert (state.to_move, state.pacman, state.ghosts[0].position) == (0, (2, 3), (3, 1))


def test_nothing_is_played_after_the_last_round() -> None:
    game = eastward()
    thread = GameThread(game)
    scores = []
    for _ in range(6):
        play_round(thread)
        scores.append(game.states[-1].score)
    assert scores == [9, 18, 27, 536, 536, 536]


def test_a_round_that_ends_the_game_ends_before_the_ghosts_move() -> None:
    game = LiveGame(ROOM, [Scripted([]), Scripted([Action.STOP])])
    play_round(GameThread(game))
    assert (game.states[-1].to_move, game.record.ending) == (1, Ending.ILLEGAL)


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
    assert not thinker.finished
    assert game.record.ending is Ending.QUIT
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


def test_calls_run_in_order_in_one_other_thread() -> None:
    thread, seen = CallThread(), []
    futures = [thread.submit(lambda n=n: seen.append((n, threading.get_ident()))) for n in range(9)]
    for future in futures:
        future.result()
    assert [number for number, _ in seen] == [*range(9)]
    (ident,) = {ident for _, ident in seen}
    assert ident != threading.get_ident()
    thread.stop()


def test_what_a_call_raises_is_raised_where_its_result_is_asked_for() -> None:
    thread = CallThread()
    future = thread.submit(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        future.result()
    assert thread.submit(lambda: 7).result() == 7
    thread.stop()


def test_calls_run_at_once_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    thread = CallThread()
    ident = thread.submit(threading.get_ident)
    assert ident.done()
    assert ident.result() == threading.get_ident()
    assert thread.submit(lambda: 1 // 0).exception()
    thread.stop()


def test_the_line_is_the_innermost_of_its_authors_files() -> None:
    thinker, thread = Thinker(), CallThread()
    thread.submit(lambda: thinker.act(State.initial(CORRIDOR)))
    thinker.thinking.wait()
    first = inspect.getsourcelines(Thinker.act)[1]
    assert busy_line(thinker, thread.number) == f"game_sources.py, line {first + 2}, in act"
    thinker.let_go.set()
    thread.submit(thread.stop).result()


def test_there_is_no_line_for_a_thread_that_has_ended_or_does_something_else() -> None:
    ended = threading.Thread(target=int)
    ended.start()
    ended.join()
    idle = CallThread()
    assert not busy_line(Thinker(), ended.ident or 0)
    assert not busy_line(Thinker(), idle.number)
    assert not busy_line(object(), threading.get_ident())
    idle.stop()
