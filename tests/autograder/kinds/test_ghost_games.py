"""Games in which a submission plays the ghosts."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from helpers.grading import LIMITS, graded, worker, write
from pacgrid.action import letter_of
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.games import CatchThreshold, GhostGames, highest_score
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.records.record import Record
from pacgrid.state import State

GHOSTS = """
import os
from pacgrid import Agent, GhostTeam

def nearest(state):
    me = state.to_move - 1
    def steps(action):
        after = state.successor(action)
        return state.maze.distance(after.ghosts[me].position, state.pacman)
    return min(state.legal_actions(), key=steps)

class Hunters(GhostTeam):
    def act(self, state):
        return nearest(state)

class Hunter(Agent):
    def act(self, state):
        return nearest(state)

class Strollers(GhostTeam):
    def act(self, state):
        return self.rng.choice(state.legal_actions())

class Breaks(Hunters):
    games = 0
    def __init__(self):
        Breaks.games += 1
    def act(self, state):
        if state.to_move == 2 and Breaks.games == 1:
            raise ValueError("lost my way")
        return super().act(state)
"""


file, client = worker(GHOSTS)


def games(**changes: Any) -> GhostGames:
    values = {
        "kind": "ghosts",
        "layout": "small",
        "pacman": "random_agent",
        "games": 3,
        "seed": 4,
        "rounds": 60,
        "thresholds": [{"caught": 2, "points": 1}],
    }
    return GhostGames.model_validate({**values, **changes})


@pytest.mark.parametrize("answer", ["Hunters", "Hunter"])
def test_ghosts_that_catch_pacman_earn_the_points(client: WorkerClient, answer: str) -> None:
    outcome = games().run(Part(client, answer))
    assert outcome.result.startswith("caught Pac-Man in 3 of 3, his average -")
    assert (outcome.points, outcome.possible, outcome.advice) == (1, 1, "")
    assert [game.won for game in outcome.games] == [True] * 3


def test_each_threshold_that_is_reached_gives_its_points(client: WorkerClient) -> None:
    thresholds = [
        {"caught": 3, "points": 1},
        {"caught": 3, "within": 1, "points": 2},
        {"average_score": 0, "points": 4},
        {"average_score": -9999, "points": 8},
    ]
    outcome = games(thresholds=thresholds).run(Part(client, "Hunters"))
    assert [(aim.what, aim.reached) for aim in outcome.aims] == [
        ("Pac-Man caught in at least 3 games", True),
        ("Pac-Man caught in at least 3 games within 1 round", False),
        ("Pac-Man's average 0 or less", True),
        ("Pac-Man's average -9999 or less", False),
    ]
    assert (outcome.points, outcome.possible) == (5, 15)


def test_a_game_that_ghosts_forfeit_is_no_way_to_a_low_score(client: WorkerClient) -> None:
    lowest = [{"average_score": 0, "points": 1}]
    test = games(thresholds=lowest)
    outcome = test.run(Part(client, "Breaks"))
    assert outcome.failure.message.startswith("ValueError: lost my way (agent.py, line ")
    assert "to move: ghost 2" in outcome.failure.position
    assert (outcome.place, outcome.points) == ("game 1", 0)
    first = test.record_of(outcome.games[0], "Breaks")
    assert (first.forfeit, first.message) == (2, outcome.failure.message)
    assert test.record_of(outcome.games[1], "Breaks").forfeit is None
    outcome = games(options={"depth": 2}, thresholds=lowest).run(Part(client, "Hunters"))
    unbuilt = "Hunters can't be built: its __init__ must accept depth"
    assert outcome.failure.message.startswith(unbuilt)
    assert outcome.result == f"caught Pac-Man in 0 of 3, his average {highest_score(test.start)}"
    assert outcome.points == 0
    assert highest_score(State.parse("%%%%%%%\n%P.1 o%\n%%%%%%%")) == 10 + 200 + 500


@pytest.mark.parametrize("answer", ["Strollers", "Hunter"])
def test_the_advice_plays_the_same_game_again(
    client: WorkerClient, file: Path, tmp_path: Path, pacgrid: Any, answer: str
) -> None:
    test = games(games=4, rounds=3, thresholds=[{"caught": 4, "within": 1, "points": 1}])
    outcome = test.run(Part(client, answer, str(file)))
    lost = next(game for game in outcome.games if not game.won)
    saved = tmp_path / "game.jsonl"
    words = shlex.split(outcome.advice.removeprefix("watch a lost game, without a sandbox: "))
    pacgrid(*words[1:], "--view", "none", "--save", str(saved))
    record = Record.load(saved)
    assert record.seed == lost.seed
    assert "".join(letter_of(move.action) for move in record.moves) == lost.actions
    again = test.record_of(lost, answer)
    assert [*again.states()] == [*record.states()]
    assert again.agents == ("random_agent", *[answer] * len(test.layout.ghosts))


def test_a_pacman_that_fails_is_not_the_submissions_fault(
    client: WorkerClient, tmp_path: Path
) -> None:
    pacman = """
    from pacgrid import Agent
    class Odd(Agent):
        def act(self, state):
            raise ValueError("odd")
    """
    spec = str(write(tmp_path, pacman, "odd.py"))
    with pytest.raises(GradingError, match=r"^Pac-Man \(.*odd.py\) failed, on small with seed 4"):
        games(pacman=spec).run(Part(client, "Hunters"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pacman": "nobody"}, "no agent 'nobody'"),
        ({"pacman": 7}, "name an agent, such as reflex"),
        ({"pacman": "agent.py:Hunters"}, "is a team of ghosts, not a Pac-Man"),
        ({"thresholds": [{"caught": 4, "points": 1}]}, "asks for 4 of 3 games"),
        ({"thresholds": [{"points": 1}]}, "give either caught or average_score"),
        ({"thresholds": [{"average_score": 1, "within": 2, "points": 1}]}, "within belongs to"),
        ({"layout": "bare.lay"}, "layout: bare has no ghosts"),
    ],
)
def test_an_error_says_what_to_mend(file, monkeypatch, changes, message) -> None:
    monkeypatch.chdir(file.parent)
    Path("bare.lay").write_text("%%%%\n%P.%\n%%%%")
    with pytest.raises(ValidationError, match=message):
        games(**changes)


def test_fewer_games_ask_for_fewer_catches() -> None:
    short = games(games=10, thresholds=[{"caught": 6, "within": 9, "points": 1}]).shortened(5)
    assert (short.games, short.thresholds) == (5, [CatchThreshold(caught=3, within=9, points=1)])
    assert games().only(2).thresholds == [CatchThreshold(caught=1, points=1)]


TEXT = f"""
title = "Hunt"
{LIMITS}
[[questions]]
name = "hunt"
agent = "Team"
points = 1

[[questions.tests]]
kind = "ghosts"
layout = "small"
pacman = "random_agent"
games = 2
rounds = 40
thresholds = [{{caught = 2, points = 1}}]
"""


def test_a_question_is_for_ghosts_or_for_pacman() -> None:
    test = "[[questions.tests]]\nkind = 'games'\nlayout = 'small'\n"
    mixed = TEXT.replace("points = 1\n", "points = 2\n", 1) + test
    with pytest.raises(AssignmentError, match="some tests are for ghosts and some for Pac-Man"):
        Assignment.parse(f"{mixed}thresholds = [{{wins = 1, points = 1}}]", "mixed.toml")


def test_the_kit_has_a_team_to_start_from(tmp_path: Path) -> None:
    hunt = Assignment.parse(TEXT, "hunt.toml")
    kit = Kit.of(hunt, Package("pacgrid==1.2.3"))
    starter, readme = kit.files["agent.py"].decode(), kit.files["README.md"].decode()
    assert "class Team(GhostTeam):" in starter
    assert "You program the ghosts; Pac-Man is given." in readme
    assert "pacgrid play reflex --ghosts agent.py:Team --games 20" in readme
    grade = graded(write(tmp_path, starter), assignment=hunt)
    assert grade.questions[0].outcomes[0].failure is None
