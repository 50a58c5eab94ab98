"""Games to watch: live ones and recorded ones."""

from helpers.game_sources import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid import Action
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.keyboard_agent import Keyboard


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
