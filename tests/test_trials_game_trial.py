from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from helpers.grading import GOES_WEST, SOUND_EVALUATE, limits, tests_of, write
from pacgrid import Game, Limits
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.grade import GradingError, Outcome
from pacgrid.autograder.question import Games, Threshold
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.trials.game_trial import run
from pacgrid.autograder.worker_client import WorkerClient

RANDOM = """
from pacgrid import Agent

class Mine(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())
"""


def games(**changes: object) -> Games:
    (test,) = (test for test in tests_of("reflex") if isinstance(test, Games))
    return test.model_copy(update=changes)


def played(folder: Path, text: str, answer: str, test: Games) -> Outcome:
    file = write(folder, text)
    with WorkerClient(file, limits(), strongest()) as client:
        client.load()
        return run(test, client, answer, str(file))


def test_the_games_are_those_that_play_plays_with_the_same_seeds(tmp_path):
    test = games(games=4)
    outcome = played(tmp_path, RANDOM, "Mine", test)
    records = []
    for seed in test.seeds:
        agents = [load_agent(str(tmp_path / "agent.py")), *test.ghost_agents()]
        game = Game(test.layout, agents, seed=seed, limits=Limits(rounds=test.rounds))
        while game.step():
            pass
        records.append(game.record)
    wins, scores = sum(r.won for r in records), [r.score for r in records]
    assert outcome.result == f"won {wins} of 4, average {sum(scores) / 4:.0f}"
    assert len(set(scores)) > 1


def test_every_threshold_that_is_reached_gives_its_points(tmp_path):
    thresholds = [
        Threshold(points=1, average_score=-10_000),
        Threshold(points=2, average_score=10_000),
        Threshold(points=4, wins=0),
    ]
    outcome = played(tmp_path, GOES_WEST, "Reflex", games(thresholds=thresholds))
    assert (outcome.points, outcome.possible) == (5, 7)
    assert [(aim.what, aim.reached) for aim in outcome.aims] == [
        ("average -10000 or more", True),
        ("average 10000 or more", False),
        ("at least 0 wins", True),
    ]


LOST = {"thresholds": [Threshold(points=1, wins=2)], "options": {}}


def test_a_lost_game_can_be_watched(tmp_path):
    outcome = played(tmp_path, GOES_WEST, "Reflex", games(**LOST))
    assert outcome.advice == (
        f"watch a lost game: pacgrid play --pacman {tmp_path / 'agent.py'}:Reflex "
        "--ghosts random_ghost --layout pocket --seed 3 --rounds 20"
    )
    outcome = played(tmp_path, GOES_WEST, "Reflex", games(**LOST, ghosts=[], rounds=1000))
    assert outcome.advice.endswith(":Reflex --num-ghosts 0 --layout pocket --seed 3")


@pytest.mark.slow
def test_a_student_watches_it_with_the_files_of_the_kit(tmp_path):
    """Where the staff have the assignment helps nobody, and is nobody's business."""
    ghost = tmp_path / "secret" / "haunts.py"
    ghost.parent.mkdir()
    ghost.write_text(files("pacgrid.agents").joinpath("random_ghost.py").read_text())
    test = games(**LOST, ghosts=[str(ghost)])
    test = test.model_copy(update={"layout": replace(test.layout, name="/staff/secret/yard.lay")})
    file = write(tmp_path, GOES_WEST)
    with WorkerClient(file, limits(), strongest()) as client:
        client.load()
        outcome = run(test, client, "Reflex", "agent.py", is_own=False)
    assert outcome.advice == (
        "watch a lost game: pacgrid play --pacman agent.py:Reflex "
        "--ghosts haunts.py --layout yard.lay --seed 3 --rounds 20"
    )


def test_no_other_game_is_shown_for_the_lost_one(tmp_path):
    lost = LOST | {"options": {"evaluation": "score"}}
    takes_one = GOES_WEST.replace("def act", "def __init__(self, evaluation): pass\n    def act")
    outcome = played(tmp_path, takes_one, "Reflex", games(**lost))
    assert (outcome.failure, outcome.advice) == (None, "")


@pytest.mark.parametrize("moment", ["start", "act"])
def test_a_ghost_that_fails_is_no_win(tmp_path, moment):
    ghost = f"""
    from pacgrid import Agent
    class Odd(Agent):
        def act(self, state):
            return state.legal_actions()[0]
        def {moment}(self, state):
            raise ValueError("odd")
    """
    spec = str(write(tmp_path, ghost, "odd_ghost.py"))
    with pytest.raises(GradingError) as caught:
        played(tmp_path, GOES_WEST, "Reflex", games(ghosts=[spec]))
    message = str(caught.value)
    assert message.startswith(
        f"ghost 1 ({spec}) failed, on pocket with seed 3: ValueError: odd (odd_ghost.py, line 7"
    )
    assert 'raise ValueError("odd")' in message


@pytest.mark.slow
def test_an_evaluation_is_played_with_by_our_search(tmp_path):
    outcome = played(tmp_path, SOUND_EVALUATE, "evaluate", games(search="alpha_beta", depth=3))
    assert outcome.test == ("2 games of alpha_beta, 3 rounds ahead, on pocket against random_ghost")
    assert outcome.failure is None
    assert outcome.points == 1


def test_an_agent_that_fails_loses_that_game_and_plays_the_next(tmp_path):
    fails_once = """
    from pacgrid import Agent
    games = []
    class Mine(Agent):
        def start(self, state):
            games.append(state)
        def act(self, state):
            if len(games) == 1:
                raise ValueError("not yet")
            return self.rng.choice(state.legal_actions())
    """
    outcome = played(tmp_path, fails_once, "Mine", games())
    assert outcome.failure
    assert outcome.failure.message.startswith("ValueError: not yet (agent.py, line 9, in act)")
    assert outcome.place == "game 1"
    assert outcome.points == 1


@pytest.mark.parametrize("moment", ["start", "act", "finish"])
def test_a_worker_that_dies_loses_the_games_that_remain(tmp_path, moment):
    text = f"""
    import os
    from pacgrid import Agent
    class Mine(Agent):
        def act(self, state):
            return state.legal_actions()[0]
        def {moment}(self, state):
            os._exit(1)
    """
    outcome = played(tmp_path, text, "Mine", games(games=9))
    assert outcome.failure
    assert outcome.failure.message == "stopped by itself: exit code 1"
    assert outcome.place == "game 1"
    assert outcome.result.startswith("won 0 of 9")


@pytest.mark.slow
def test_an_agent_that_can_not_be_built_plays_no_game(tmp_path):
    outcome = played(tmp_path, GOES_WEST, "Reflex", games(options={"depth": 2}))
    assert outcome.failure
    assert outcome.failure.message == ("Reflex can't be built: its __init__ must accept depth")
    assert outcome.result == "won 0 of 2, average -500"
