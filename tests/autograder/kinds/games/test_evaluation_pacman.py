"""The search in the grader; the submission's side is a stand-in without a process."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import layouts
from pacgrid import Action, Agent, Layout, Limits, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.autograder.kinds.games import evaluation_pacman
from pacgrid.autograder.kinds.games.evaluation_pacman import EvaluationPacman, RemoteEvaluation
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.common.failure import Failure
from pacgrid.records.record import Record

SEARCHERS = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}

Evaluate = Callable[[State], float]


class Submission:
    """The client of a worker whose evaluation is `function`."""

    def __init__(self, function: Evaluate) -> None:
        self._function = function
        self.asked: Counter[State] = Counter()
        self.messages = 0
        self.cpu_seconds = 0.0

    def start_evaluation(self, function: str, state: State, seed: int) -> None: ...

    def start_move(self) -> None: ...

    def values(self, states: Sequence[State]) -> dict[State, float | Failure]:
        values: dict[State, float | Failure] = {}
        self.messages += bool(states)
        for state in states:
            self.asked[state] += 1
            try:
                values[state] = self._function(state)
            except ValueError as error:
                values[state] = Failure(str(error))
                break
        return values


def remote(submission: Submission) -> RemoteEvaluation:
    return RemoteEvaluation(cast("WorkerClient", submission), "evaluate")


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


def played(pacman: Agent, layout: Layout, seed: int) -> Record:
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
    submission = Submission(evaluate)
    pacman = EvaluationPacman(remote(submission), search, depth, 1)
    record = played(pacman, layout, seed)
    expected = played(SEARCHERS[search](depth=depth, evaluation=evaluate), layout, seed)
    actions, expected_actions = ([m.action for m in r.moves] for r in (record, expected))
    assert (actions, record.ending) == (expected_actions, expected.ending)
    message = pacman.error.failure.message if pacman.error else ""
    assert expected.message.startswith(f"ValueError: {message} (" if message else "")
    assert bool(message) == bool(expected.message)
    assert max(submission.asked.values(), default=1) == 1


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

    def evaluate(state: State) -> float:
        needed[state] += 1
        return state.score - 3 * len(state.food)

    SEARCHERS[search](depth=2, evaluation=evaluate).act(POSITION)
    calls, states = needed.total(), len(needed)
    submission = Submission(lambda state: state.score - 3 * len(state.food))
    EvaluationPacman(remote(submission), search, 2, 1).act(POSITION)
    assert submission.messages <= 3
    assert submission.asked.total() <= calls
    assert search == "alpha_beta" or submission.asked.total() == states


def test_a_value_is_kept_from_move_to_move_until_there_are_too_many(monkeypatch):
    submission = Submission(lambda state: state.score)
    pacman = EvaluationPacman(remote(submission), "minimax", 1, 1)
    for _ in range(2):
        assert pacman.act(POSITION) in POSITION.legal_actions()
    assert submission.messages == 1
    monkeypatch.setattr(evaluation_pacman, "MAX_VALUES", 1)
    assert pacman.act(POSITION) in tuple(Action)
    assert submission.messages == 2
