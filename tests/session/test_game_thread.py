"""Games played in a thread of their own."""

import threading

import pytest

from helpers.game_sources import ROOM, Scripted, Thinker, eastward
from helpers.processes import PATIENCE
from pacgrid import Action, State
from pacgrid.games.game_setup import Ending
from pacgrid.session.game_source import LiveGame
from pacgrid.session.game_thread import GameThread


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
