"""Shows that go on in a thread of their own."""

import threading

import pytest

from helpers.shows import ROOM, Scripted, Thinker, eastward
from pacgrid import Action, State
from pacgrid.records.record import Ending
from pacgrid.session.game_source import LiveGame
from pacgrid.session.game_thread import GameThread


def test_a_round_is_a_ply_of_every_agent() -> None:
    show = LiveGame(ROOM, [Scripted([Action.EAST]), Scripted([Action.WEST])])
    state = GameThread(show).next_round().result()
    assert state
    assert (state.to_move, state.pacman, state.ghosts[0].position) == (0, (2, 3), (3, 1))


def test_after_the_last_round_there_is_none() -> None:
    backstage = GameThread(eastward())
    rounds = [backstage.next_round().result() for _ in range(6)]
    assert [state.score if state else None for state in rounds] == [9, 18, 27, 536, None, None]


def test_a_round_that_ends_the_game_ends_before_the_ghosts_move() -> None:
    show = LiveGame(ROOM, [Scripted([]), Scripted([Action.STOP])])
    state = GameThread(show).next_round().result()
    assert state
    assert (state.to_move, show.record.ending) == (1, Ending.ILLEGAL)


def test_an_agent_that_still_thinks_is_left_alone() -> None:
    thinker = Thinker()
    show = LiveGame(ROOM, [thinker])
    backstage = GameThread(show)
    coming = backstage.next_round()
    thinker.thinking.wait()
    backstage.leave()
    assert not coming.done()
    assert show.record.ending is Ending.QUIT
    thinker.let_go.set()


def test_an_error_of_ours_reaches_the_one_who_waits_for_the_round() -> None:
    class Broken(LiveGame):
        def next_ply(self) -> State | None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        GameThread(Broken(ROOM, [Scripted([])])).next_round().result()


class Finisher(Thinker):
    """Notes that the game is over."""

    finished = False

    def finish(self, state: State) -> None:
        self.finished = True


def test_who_still_thinks_is_not_told_of_the_end_and_nobody_moves_after_them() -> None:
    thinker = Finisher()
    show = LiveGame(ROOM, [thinker, Scripted([])])
    backstage = GameThread(show)
    coming = backstage.next_round()
    thinker.thinking.wait()
    backstage.leave()
    assert not thinker.finished
    thinker.let_go.set()
    state = coming.result()
    assert state
    assert (state.to_move, len(show.moves)) == (1, 1)


@pytest.mark.parametrize("rounds", [0, 1])
def test_the_thread_of_a_show_that_was_left_ends(rounds: int) -> None:
    before = {*threading.enumerate()}
    backstage = GameThread(eastward())
    (thread,) = {*threading.enumerate()} - before
    for _ in range(rounds):
        backstage.next_round().result()
    backstage.leave()
    thread.join(10)
    assert not thread.is_alive()
