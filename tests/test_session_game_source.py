"""Games to watch: live ones and recorded ones."""

from helpers.game_sources import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid import Action
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.records.record import Ending
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.keyboard import Keyboard


def play_out(show: GameSource) -> None:
    while (state := show.next_ply()) is not None:
        assert state is show.states[-1]
        assert len(show.moves) == len(show.states) - 1


def test_a_replay_shows_the_very_states_of_the_live_show() -> None:
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
    assert (again.agents, again.seed, again.layout) == (("scripted",) * 2, 0, ROOM)


def test_a_game_that_is_left_was_quit_where_it_stood() -> None:
    show = eastward()
    show.next_ply()
    show.quit()
    assert (show.record.ending, show.record.rounds) == (Ending.QUIT, 1)
    assert show.next_ply() is None


def test_a_game_that_never_started_has_a_record_without_moves() -> None:
    show = eastward(seed=4)
    show.quit()
    assert (show.record.ending, show.record.moves, show.record.seed) == (Ending.QUIT, (), 4)


def test_a_show_may_begin_in_the_middle_of_a_game() -> None:
    begun = eastward()
    play_out(begun)
    show = LiveGame(CORRIDOR, [Scripted([Action.EAST] * 2)], seed=1, played=begun.moves[:2])
    assert (show.taken_over, len(show.states), show.record.taken_over) == (2, 3, 2)
    assert show.record.score == show.states[-1].score
    play_out(show)
    assert (show.record.ending, show.record.taken_over, len(show.moves)) == (Ending.WON, 2, 4)


def test_a_live_show_keeps_what_agents_think() -> None:
    show = LiveGame(CORRIDOR, [load_agent("reflex")])
    play_out(show)
    thought = show.moves[0].thought
    assert thought is not None
    assert thought.values.keys() == {Action.EAST, Action.STOP}


def test_an_over_game_stays_as_it_ended_when_it_is_left() -> None:
    show = eastward()
    play_out(show)
    show.quit()
    assert show.record.ending is Ending.WON


def test_a_show_knows_the_person_and_their_turn() -> None:
    assert steered().keyboard
    assert eastward().keyboard is None
    ghost = Keyboard()
    show = LiveGame(ROOM, [Scripted([]), ghost])
    assert show.keyboard is ghost
    show.next_ply()


def test_replays_have_no_person() -> None:
    replay = ReplayedGame(eastward(CORRIDOR).record)
    replay.quit()
    assert replay.record.ending is Ending.QUIT
