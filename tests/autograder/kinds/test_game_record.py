from dataclasses import replace
from pathlib import Path

import pytest

from helpers.grades import ODD
from helpers.grading import question_tests
from pacgrid import Action, Agent, Game, Layout, Limits, State
from pacgrid.action import letter_of
from pacgrid.autograder.kinds.games.games import Games
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.games.game_setup import Ending
from pacgrid.records.record import Record


class Still(Agent):
    """Stops, or moves at random with `moves`; fails in the second round with `fails`."""

    def __init__(self, *, moves: bool = False, fails: bool = False) -> None:
        self.moves, self.rounds = moves, 1 if fails else -1

    def act(self, state: State) -> Action:
        self.rounds -= 1
        if self.rounds == -1:
            raise ValueError
        return self.rng.choice(state.legal_actions()) if self.moves else Action.STOP


@pytest.mark.parametrize(
    ("pacman", "changes", "ending"),
    [
        (Still(), {"rounds": 3}, Ending.ROUND_LIMIT),
        (Still(), {"rounds": 1000}, Ending.CAUGHT),
        (Still(moves=True), {"ghosts": [], "rounds": 1000}, Ending.WON),
        (Still(fails=True), {}, Ending.RAISED),
    ],
)
def test_a_played_game_is_recorded_as_it_was(tmp_path: Path, pacman, changes, ending):
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Games))
    test = test.model_copy(update=changes)
    game = Game(
        test.layout, [pacman, *test.ghost_agents()], seed=5, limits=Limits(rounds=test.rounds)
    )
    while game.step():
        pass
    original = game.record
    assert original.ending == ending
    letters = "".join(letter_of(move.action) for move in original.moves)
    failure = ODD if ending is Ending.RAISED else None
    played = PlayedGame(5, original.won, original.score, letters, failure)
    made = test.record_of(played, "Reflex")
    made.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == made
    assert made.agents == ("Reflex", *test.ghosts)
    assert list(made.states()) == list(original.states())
    for part in ("layout", "seed", "score", "ending", "forfeit", "won"):
        assert getattr(made, part) == getattr(original, part)
    assert (made.message, made.details) == ((ODD.message, ODD.frames) if failure else ("", ""))


def test_a_record_names_no_folder_and_the_search_that_an_evaluation_plays_with():
    (test,) = (test for test in question_tests("evaluation") if isinstance(test, Games))
    layout = replace(test.layout, name="/staff/secret/yard.lay")
    changes = {"layout": layout, "ghosts": ["/staff/haunts.py:Ghost:depth=1"]}
    test, game = test.model_copy(update=changes), PlayedGame(0, won=False, score=0)
    record = test.record_of(game, "evaluate")
    assert record.agents == ("alpha_beta with evaluate", "haunts.py:Ghost:depth=1")
    assert record.layout.name == "yard"


def test_a_test_on_a_maze_needs_no_file_and_its_records_have_the_name_in_full():
    values = {"kind": "games", "layout": "random:seed=7,loops=0.5", "games": 1}
    maze = Games.model_validate({**values, "thresholds": [{"wins": 1, "points": 1}]})
    name = "random:version=1,seed=7,size=21x11,style=arcade,loops=0.5"
    assert maze.layout == Layout.load(name)
    assert (
        maze.board
        == maze.record_of(PlayedGame(0, won=False, score=0), "Reflex").layout.name
        == name
    )
    assert [*maze.needed_files] == []
    assert maze.relocated({})["layout"] == name
