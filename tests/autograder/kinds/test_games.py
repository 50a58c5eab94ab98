import shlex
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from helpers.grades import ODD
from helpers.grading import (
    GOES_WEST,
    SOUND_EVALUATE,
    RecordingClient,
    limits,
    loaded,
    question_tests,
    worker,
    write,
)
from pacgrid import Action, Agent, Game, Layout, Limits, State
from pacgrid.action import letter_of
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.kinds.games import Games, Threshold
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.games.game_setup import Ending
from pacgrid.records.record import Record

AGENTS = f"""{GOES_WEST}
class Uses(Agent):
    def __init__(self, evaluation, mood):
        assert mood == "1,x=2"
        self.evaluate = evaluation
    def act(self, state):
        return min(state.legal_actions(), key=lambda a: self.evaluate(state.successor(a)))

class Random(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())

games = []

class FailsOnce(Random):
    def start(self, state):
        games.append(state)
    def act(self, state):
        if len(games) == 1:
            raise ValueError("not yet")
        return super().act(state)
{SOUND_EVALUATE}"""


file, client = worker(AGENTS)


def games(**changes: object) -> Games:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Games))
    return test.model_copy(update=changes)


def played(test: Games, pacman: Agent, *, seed: int, pacman_seed: int | None = None) -> Record:
    """A game of the test that is played here."""
    agents, limits = [pacman, *test.ghost_agents()], Limits(rounds=test.rounds)
    game = Game(test.layout, agents, seed=seed, pacman_seed=pacman_seed, limits=limits)
    while game.step():
        pass
    return game.record


def letters(record: Record) -> str:
    """Its actions."""
    return "".join(letter_of(move.action) for move in record.moves)


def test_the_games_are_the_same_as_those_played_here_with_the_same_seeds(file, client):
    test = games(games=4)
    outcome = test.run(Part(client, "Random", str(file)))
    records = [
        played(test, load_agent(f"{file}:Random"), seed=seed, pacman_seed=number)
        for number, seed in enumerate(test.seeds, start=1)
    ]
    wins, scores = sum(r.won for r in records), [r.score for r in records]
    assert outcome.result == f"won {wins} of 4, average {sum(scores) / 4:.0f}"
    assert len(set(scores)) > 1
    assert [(g.seed, g.won, g.score, g.actions) for g in outcome.games] == [
        (r.seed, r.won, r.score, letters(r)) for r in records
    ]


def test_each_threshold_that_is_reached_gives_its_points(client):
    scores = [Threshold(points=n, average_score=s) for n, s in ((1, -10_000), (2, 10_000))]
    thresholds = [*scores, Threshold(points=4, wins=0)]
    outcome = games(thresholds=thresholds).run(Part(client, "Reflex"))
    assert (outcome.points, outcome.possible) == (5, 7)
    assert [(aim.what, aim.reached) for aim in outcome.aims] == [
        ("average -10000 or more", True),
        ("average 10000 or more", False),
        ("at least 0 wins", True),
    ]


LOST = {"thresholds": [Threshold(points=1, wins=2)], "options": {}}


@pytest.mark.parametrize(
    ("changes", "command"),
    [
        ({}, "--ghosts random_ghost --layout pocket --seed 3,1 --rounds 20"),
        ({"ghosts": [], "rounds": 1000}, "--num-ghosts 0 --layout pocket --seed 3,1"),
    ],
    ids=["ghosts", "no ghosts"],
)
def test_the_advice_is_the_command_that_shows_a_lost_game(client, changes, command):
    outcome = games(**LOST, **changes).run(Part(client, "Reflex", "my/agent.py"))
    start = "watch a lost game, without a sandbox: pacgrid play my/agent.py:Reflex"
    assert outcome.advice == f"{start} {command}"


@pytest.mark.parametrize(
    ("answer", "changes"),
    [
        ("Random", {}),
        ("Uses", {"options": {"evaluation": "linear", "mood": "1,x=2"}}),
        ("evaluate", {"search": "alpha_beta", "depth": 1}),
    ],
)
def test_the_advice_plays_the_same_game_again(client, file, tmp_path, pacgrid, answer, changes):
    test = games(games=5, thresholds=[Threshold(points=1, wins=5)], **changes)
    outcome = test.run(Part(client, answer, str(file)))
    lost = next(game for game in outcome.games if not game.won)
    _, command = outcome.advice.split(": ", 1)
    saved = tmp_path / "game.jsonl"
    pacgrid(*shlex.split(command)[1:], "--view", "none", "--save", str(saved))
    record = Record.load(saved)
    assert (record.seed, letters(record)) == (lost.seed, lost.actions)


@pytest.mark.parametrize("answer", ["Random", "evaluate"])
def test_no_message_to_a_worker_depends_on_the_seed_until_a_ghost_has_moved(file, answer):
    sent = []
    for seed in (3, 10**15):
        search = {"search": "expectimax"} if answer == "evaluate" else {}
        with RecordingClient(file, limits(), strongest()) as client:
            client.load(functions=["evaluate"])
            messages, before = client.messages, len(client.messages)
            games(games=1, rounds=1, seed=seed, **search).run(Part(client, answer, str(file)))
        sent.append(messages[before:-1] if answer == "Random" else messages[before:])
    assert sent[0] == sent[1] != []


def test_the_advice_names_no_folder_of_the_staff(client, tmp_path):
    ghost = tmp_path / "secret" / "haunts.py"
    ghost.parent.mkdir()
    ghost.write_text(files("pacgrid.agents").joinpath("random_ghost.py").read_text())
    test = games(**LOST, ghosts=[str(ghost)])
    test = test.model_copy(update={"layout": replace(test.layout, name="/staff/secret/yard.lay")})
    assert test.run(Part(client, "Reflex", is_own=False)).advice == (
        "watch a lost game, without a sandbox: pacgrid play agent.py:Reflex "
        "--ghosts haunts.py --layout yard.lay --seed 3,1 --rounds 20"
    )


@pytest.mark.parametrize("method", ["start", "act"])
def test_a_ghost_that_fails_is_not_the_submissions_fault(client, tmp_path, method):
    ghost = f"""
    from pacgrid import Agent
    class Odd(Agent):
        def act(self, state):
            return state.legal_actions()[0]
        def {method}(self, state):
            raise ValueError("odd")
    """
    spec = str(write(tmp_path, ghost, "odd_ghost.py"))
    with pytest.raises(GradingError) as caught:
        games(ghosts=[spec]).run(Part(client, "Reflex"))
    message = str(caught.value)
    assert message.startswith(
        f"ghost 1 ({spec}) failed, on pocket with seed 3: ValueError: odd (odd_ghost.py, line 7"
    )
    assert 'raise ValueError("odd")' in message


def test_an_evaluation_is_played_with_by_our_search(client):
    outcome = games(search="alpha_beta", depth=3).run(Part(client, "evaluate"))
    assert outcome.test == "2 games of alpha_beta, 3 rounds ahead, on pocket against random_ghost"
    assert (outcome.failure, outcome.points) == (None, 1)


def test_an_agent_that_fails_loses_that_game_and_plays_the_next(client):
    outcome = games().run(Part(client, "FailsOnce"))
    assert outcome.failure.message.startswith("ValueError: not yet (agent.py, line ")
    assert (outcome.place, outcome.points) == ("game 1", 1)
    assert [game.failure for game in outcome.games] == [outcome.failure, None]
    outcome = games(options={"depth": 2}).run(Part(client, "Reflex"))
    unbuilt = "Reflex can't be built: its __init__ must accept depth"
    assert outcome.failure.message.startswith(unbuilt)
    assert outcome.result == "won 0 of 2, average -500"


@pytest.mark.parametrize("method", [pytest.param("start", marks=pytest.mark.slow), "finish"])
def test_a_worker_that_dies_loses_the_remaining_games(tmp_path, method):
    text = f"""
    import os
    from pacgrid import Agent
    class Mine(Agent):
        def act(self, state):
            return state.legal_actions()[0]
        def {method}(self, state):
            os._exit(1)
    """
    with loaded(write(tmp_path, text)) as client:
        outcome = games(games=9).run(Part(client, "Mine"))
    assert outcome.failure.message == "its process exited: exit code 1"
    assert outcome.place == "game 1 (games 2-9 were not tried)"
    assert outcome.result.startswith("won 0 of 9")


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
    test = games(**changes)
    original = played(test, pacman, seed=5)
    assert original.ending == ending
    failure = ODD if ending is Ending.RAISED else None
    game = PlayedGame(5, original.won, original.score, letters(original), failure)
    made = test.record_of(game, "Reflex")
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
    record = maze.record_of(PlayedGame(0, won=False, score=0), "Reflex")
    assert maze.layout == Layout.load(name)
    assert (maze.board, record.layout.name, maze.relocated({})["layout"]) == (name,) * 3
    assert [*maze.needed_files] == []
