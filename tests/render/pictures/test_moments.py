"""The moments of a game that are worth seeing."""

from dataclasses import replace
from itertools import pairwise

import pytest

from helpers.analyses import analysis_of
from helpers.recorded import GAME
from pacgrid import play
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.ending import Ending
from pacgrid.records.description import verdict
from pacgrid.render.pictures.moments import EVENLY, moments
from pacgrid.session.scene import Mood, Scene

FOUND = moments(GAME, 48)


def test_moments_are_in_order_from_the_start_to_the_end() -> None:
    rounds = [int(moment.time.removeprefix("round ")) for moment in FOUND]
    assert rounds == sorted({*rounds})
    assert (rounds[0], rounds[-1]) == (0, GAME.rounds)
    assert (FOUND[0].score, FOUND[-1].score) == (0, GAME.score)
    assert FOUND[-1].notes[-1] == "Won"
    assert len(FOUND) >= EVENLY


def test_capsules_and_eaten_ghosts_are_noted() -> None:
    states = list(GAME.states())
    points = [b.score - a.score for a, b in pairwise(states)]
    hundreds = sum((p - 500 * (p > 480)) // 150 for p in points if p > 0)
    notes = [note for moment in FOUND for note in moment.notes]
    eaten = sum(1 if note == "ghost eaten" else int(note[0]) for note in notes if "ghost" in note)
    assert notes.count("capsule") == len(states[0].capsules) - len(states[-1].capsules)
    assert eaten == hundreds > 0


def test_an_eaten_ghost_is_seen_on_its_way_home() -> None:
    seen = [moment for moment in FOUND if any("ghost" in note for note in moment.notes)]
    assert seen
    for moment in seen[:-1]:
        assert isinstance(moment.scene, Scene)
        assert any(ghost.mood is Mood.EATEN for ghost in moment.scene.ghosts)


@pytest.mark.parametrize("most", [2, 3, 5])
def test_there_are_no_more_than_there_is_room_for(most: int) -> None:
    found = moments(GAME, most)
    assert len(found) == most
    assert (found[0].time, found[-1].time) == ("round 0", f"round {GAME.rounds}")


def test_the_moments_of_an_analysed_game_are_those_before_bad_moves() -> None:
    plies = [len(GAME.agents) * number for number in (3, 5, 8)]
    analysis = analysis_of(GAME, dict(zip(plies, (60, 412, 25), strict=True)))
    start, *bad, end = moments(GAME, 48, analysis)
    last = f"round {GAME.rounds}"
    assert (start.time, end.time, end.notes[-1]) == ("round 0", last, "Won")
    assert [(each.time, each.notes) for each in bad] == [
        ("move 4", ("? cost 60",)),
        ("move 6", ("?? cost 412",)),
        ("move 9", ("?! cost 25",)),
    ]
    assert all(isinstance(each.scene, Scene) and each.scene.marks.trails for each in bad)
    assert [each.time for each in moments(GAME, 3, analysis)] == ["round 0", "move 6", last]


def test_of_a_game_without_moves_there_is_one_moment() -> None:
    still = replace(GAME, moves=(), score=-500, ending=Ending.RAISED, forfeit=0)
    (only,) = moments(still, 12)
    assert (only.time, only.score, only.notes) == ("round 0", -500, ("Forfeit",))


def test_the_moments_of_a_board_game_are_its_positions_with_the_moves_that_led_there() -> None:
    setup = BoardSetup.load("tictactoe")
    record = play(setup, [load_agent("random_agent"), load_agent("random_agent")], seed=2)
    found = moments(record, 48)
    assert [each.time for each in found] == [f"ply {ply}" for ply in range(len(record.moves) + 1)]
    names = [
        setup.action_name(state, move.action)
        for state, move in zip(record.states(), record.moves, strict=False)
    ]
    assert [each.notes[0] for each in found[1:]] == names
    assert found[-1].notes[-1] == verdict(record)
    assert len(moments(record, 3)) == 3
