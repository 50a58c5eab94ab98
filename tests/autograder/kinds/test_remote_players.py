"""Ghosts of a submission in one worker."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import RecordingClient, limits, worker
from helpers.mazes import layouts
from helpers.searching import Evaluate, EvaluationClient, remote
from pacgrid import Action, Agent, Game, Layout, Limits, State, play
from pacgrid.agent_loader import load_agent, load_agents
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.autograder.kinds import remote_players as evaluation_pacman
from pacgrid.autograder.kinds.remote_players import EvaluationPacman, RemoteGhosts
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient
from pacgrid.records.record import Record

LAYOUT = Layout.load("medium")

GHOSTS = """
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
"""


file, client = worker(GHOSTS)


def played(
    client: WorkerClient, answer: str, number: int = 1, *, seed: int = 7
) -> tuple[Record, RemoteGhosts]:
    """A game against the submission's ghosts."""
    client.build(answer, {}, ghosts=len(LAYOUT.ghosts))
    ghosts = RemoteGhosts(client, number)
    agents = [load_agent("reflex"), *[ghosts] * len(LAYOUT.ghosts)]
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
    assert message in ghosts.error.failure.message
    assert not ghosts.error.gone
    assert "to move: ghost 2" in ghosts.error.failure.position
    assert str(list(record.states())[-1]).split("score")[0] in ghosts.error.failure.position


def test_a_team_can_not_be_built_as_a_pacman(client):
    with pytest.raises(SubmissionError, match="Team is a team of ghosts, so it can't play Pac-Man"):
        client.build("Team", {})


def test_no_message_to_a_worker_depends_on_the_seed_but_through_pacmans_moves(file):
    sent = []
    for seed in (3, 10**15):
        with RecordingClient(file, limits(), strongest()) as client:
            client.load()
            before = len(client.messages)
            played(client, "Team", seed=seed)  # against a Pac-Man who draws nothing
            sent.append(client.messages[before:])
    assert sent[0] == sent[1] != []


SEARCHERS = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}


@st.composite
def evaluations(draw: st.DrawFn) -> Evaluate:
    """Any function of a state; it fails for some."""
    salt, spread = draw(st.integers()), draw(st.sampled_from([1, 3, 1000]))
    failing = draw(st.sampled_from([0, 1, 40]))

    def evaluate(state: State) -> float:
        number = hash((salt, state))
        if number % 997 < failing:
            raise ValueError(f"fails for {number}")
        return number % spread + state.score

    return evaluate


def searched(pacman: Agent, layout: Layout, seed: int) -> Record:
    ghosts = [RandomGhost() for _ in layout.ghosts]
    return play(layout, [pacman, *ghosts], seed=seed, limits=Limits(rounds=8))


@given(
    layout=layouts(most_ghosts=2),
    seed=st.integers(0, 99),
    evaluate=evaluations(),
    search=st.sampled_from(sorted(SEARCHERS)),
    depth=st.integers(1, 2),
)
def test_games_and_failures_are_those_of_the_search_that_calls_the_function(
    layout, seed, evaluate, search, depth
):
    client = EvaluationClient(evaluate)
    pacman = EvaluationPacman(remote(client), search, depth, 1)
    record = searched(pacman, layout, seed)
    expected = searched(SEARCHERS[search](depth=depth, evaluation=evaluate), layout, seed)
    actions, expected_actions = ([m.action for m in r.moves] for r in (record, expected))
    assert (actions, record.ending) == (expected_actions, expected.ending)
    message = pacman.error.failure.message if pacman.error else ""
    assert expected.message.startswith(f"ValueError: {message} (" if message else "")
    assert bool(message) == bool(expected.message)
    assert max(client.asked.values(), default=1) == 1


POSITION = State.parse("""
%%%%%%%%%
%...P...%
%.%%.%%.%
%.1. ..2%
%%%%%%%%%
""")


@pytest.mark.parametrize("search", sorted(SEARCHERS))
def test_a_move_takes_few_messages_and_hardly_more_values_than_a_search_needs(search):
    needed: Counter[State] = Counter()

    def worth(state: State) -> float:
        return state.score - 3 * len(state.food)

    def counted(state: State) -> float:
        needed[state] += 1
        return worth(state)

    SEARCHERS[search](depth=2, evaluation=counted).act(POSITION)
    client = EvaluationClient(worth)
    EvaluationPacman(remote(client), search, 2, 1).act(POSITION)
    assert client.messages <= 3
    assert client.asked.total() <= needed.total()
    assert search == "alpha_beta" or client.asked.total() == len(needed)


def test_a_value_is_kept_from_move_to_move_until_there_are_too_many(monkeypatch):
    client = EvaluationClient(lambda state: state.score)
    pacman = EvaluationPacman(remote(client), "minimax", 1, 1)
    for _ in range(2):
        assert pacman.act(POSITION) in POSITION.legal_actions()
    assert client.messages == 1
    monkeypatch.setattr(evaluation_pacman, "MAX_VALUES", 1)
    assert pacman.act(POSITION) in tuple(Action)
    assert client.messages == 2
