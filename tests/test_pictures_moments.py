"""The moments of a game that are worth seeing."""

from dataclasses import replace
from itertools import pairwise

import pytest

from helpers.recorded import GAME
from pacgrid import Action, Layout, Record, State
from pacgrid.records.record import Ending, Move
from pacgrid.render.pictures.moments import EVENLY, every, moments
from pacgrid.session.events import ghosts_eaten
from pacgrid.session.scene import Mood

LANE = Layout.parse("%%%%%%%%%\n%Po..1  %\n%%%%%%%%%")


def hunt(*letters: str) -> Record:
    moves = [Move(Action["NESW".index(letter)], 0, 0) for letter in letters]
    return Record(LANE, ("a", "b"), 0, tuple(moves), 0, Ending.QUIT)


def test_there_is_a_moment_for_every_round_and_the_start() -> None:
    found = list(every(GAME))
    assert [moment.rounds for moment in found] == list(range(GAME.rounds + 1))
    assert (found[0].score, found[-1].score) == (0, GAME.score)
    assert found[-1].notes[-1] == "Won"


def test_capsules_and_eaten_ghosts_are_noted() -> None:
    states = list(GAME.states())
    points = [b.score - a.score for a, b in pairwise(states)]
    hundreds = sum((p - 500 * (p > 480)) // 150 for p in points if p > 0)
    notes = [note for moment in every(GAME) for note in moment.notes]
    eaten = sum(1 if note == "ghost eaten" else int(note[0]) for note in notes if "ghost" in note)
    assert notes.count("capsule") == len(states[0].capsules) - len(states[-1].capsules)
    assert eaten == hundreds > 0


def test_an_eaten_ghost_is_seen_on_its_way_home() -> None:
    seen = [moment for moment in every(GAME) if any("ghost" in note for note in moment.notes)]
    assert seen
    for moment in seen[:-1]:
        assert any(ghost.mood is Mood.EATEN for ghost in moment.scene.ghosts)


def test_the_last_step_of_fear_is_not_being_eaten() -> None:
    board = "%%%%%%%%\n%P....1%\n%%%%%%%%"
    before = State.parse(f"{board}\nto move: ghost 1\nghost 1: (4, 1) west, scared 1")
    after = before.successor(before.legal_actions()[0])
    assert not after.ghosts[0].scared
    assert not ghosts_eaten(before, after)


def test_moments_are_chosen_evenly_and_none_is_left_out_that_has_a_note() -> None:
    found = moments(GAME, 48)
    rounds = [moment.rounds for moment in found]
    assert rounds == sorted(set(rounds))
    assert (rounds[0], rounds[-1]) == (0, GAME.rounds)
    assert {m.rounds for m in every(GAME) if m.notes} <= set(rounds)
    assert len(found) >= EVENLY


@pytest.mark.parametrize("most", [2, 3, 5])
def test_there_are_no_more_than_there_is_room_for(most: int) -> None:
    found = moments(GAME, most)
    assert len(found) == most
    assert (found[0].rounds, found[-1].rounds) == (0, GAME.rounds)


def test_of_a_game_without_moves_there_is_one_moment() -> None:
    still = replace(GAME, moves=(), score=-500, ending=Ending.RAISED, forfeit=0)
    (only,) = moments(still, 12)
    assert (only.rounds, only.score, only.notes) == (0, -500, ("Forfeit",))
