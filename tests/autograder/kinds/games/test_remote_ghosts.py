"""Ghosts of a submission in one worker."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from helpers.grading import limits, loaded, write
from pacgrid import Game, Layout, Limits
from pacgrid.agent_loader import load_agent, load_agents
from pacgrid.autograder.kinds.games.remote_ghosts import RemoteGhosts
from pacgrid.autograder.model.limits import Budget
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.autograder.worker_client.connection import SubmissionError
from pacgrid.records.record import Record

LAYOUT = Layout.load("medium")

GHOSTS = """
import time
from pacgrid import Action, Agent, GhostTeam

class Loose(Agent):
    def start(self, state):
        self.moves = 0
    def act(self, state):
        self.moves += 1
        assert self.moves == 1 or state.to_move == self.number
        self.number = state.to_move
        return self.rng.choice(state.legal_actions())

class Team(GhostTeam):
    starts = 0
    def start(self, state):
        assert state.to_move == 0
        self.starts += 1
        self.told = None
    def act(self, state):
        assert self.starts == 1
        if state.to_move == 1:
            self.told = self.rng.random()
        choice = int(self.told * 100) + state.to_move
        return state.legal_actions()[choice % len(state.legal_actions())]

class Late(Team):
    def act(self, state):
        if state.to_move == 2:
            return Action.STOP
        return super().act(state)

class Raises(Team):
    def act(self, state):
        if state.to_move == 2:
            raise ValueError("lost")
        return super().act(state)

class Computes(Team):
    def act(self, state):
        end = time.process_time() + 0.03
        while time.process_time() < end:
            pass
        return super().act(state)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("ghosts"), GHOSTS)


@pytest.fixture(scope="module")
def client(file: Path) -> Iterator[WorkerClient]:
    with loaded(file) as client:
        yield client


def played(
    client: WorkerClient, answer: str, number: int = 1, *, seed: int = 7
) -> tuple[Record, RemoteGhosts]:
    """A game against the submission's ghosts."""
    count = len(LAYOUT.ghosts)
    client.build(answer, {}, ghosts=count)
    ghosts = RemoteGhosts(client, number)
    agents = [load_agent("reflex"), *[ghosts] * count]
    game = Game(LAYOUT, agents, seed=seed, limits=Limits(rounds=40))
    while move := game.step():
        ghosts.observe(move.action)
    assert not ghosts.fault
    return game.record, ghosts


@pytest.mark.parametrize("answer", ["Loose", "Team"])
def test_the_game_is_the_same_as_the_one_played_here_with_the_same_seeds(file, client, answer):
    for number in (1, 2):
        there, _ = played(client, answer, number)
        agents = load_agents(["reflex", *[f"{file}:{answer}"] * len(LAYOUT.ghosts)])
        game = Game(LAYOUT, agents, seed=7, ghost_seed=number, limits=Limits(rounds=40))
        while game.step():
            pass
        actions = [move.action for move in game.record.moves]
        assert len(set(actions)) > 1
        assert [move.action for move in there.moves] == actions


@pytest.mark.parametrize(
    ("answer", "message"), [("Late", "returned Action.STOP; legal"), ("Raises", "ValueError: lost")]
)
def test_a_failure_is_kept_with_the_position_of_the_ghost(client, answer, message):
    record, ghosts = played(client, answer)
    assert record.forfeit == 2
    assert ghosts.error
    assert message in ghosts.error.failure.message
    assert not ghosts.error.gone
    assert "to move: ghost 2" in ghosts.error.failure.position
    assert str(list(record.states())[-1]).split("score")[0] in ghosts.error.failure.position


def test_the_time_for_a_game_is_for_all_ghosts_together(file):
    few = limits().model_copy(update={"game": Budget(cpu_seconds=0.4, seconds=60)})
    with loaded(file, few) as client:
        record, ghosts = played(client, "Computes")
    assert ghosts.error
    assert "took more than 0.4 CPU seconds in one game" in ghosts.error.failure.message
    assert len(record.moves) <= 3 * 0.4 / 0.03 / 2 + 3


def test_a_team_can_not_be_built_as_a_pacman(client):
    with pytest.raises(SubmissionError, match="Team is a team of ghosts, so it can't play Pac-Man"):
        client.build("Team", {})


class RecordingClient(WorkerClient):
    """Keeps the messages to the worker."""

    def __init__(self, *arguments: Any) -> None:
        self.messages: list[object] = []
        super().__init__(*arguments)

    def _send(self, message: Mapping[str, Any], *more: Any) -> None:
        self.messages.append(message)
        super()._send(message, *more)


def test_no_message_to_a_worker_depends_on_the_seed_but_through_pacmans_moves(file):
    sent = []
    for seed in (3, 10**15):
        with RecordingClient(file, limits(), strongest()) as client:
            client.load()
            before = len(client.messages)
            played(client, "Team", seed=seed)  # against a Pac-Man who draws nothing
            sent.append(client.messages[before:])
    assert sent[0] == sent[1] != []
