"""Asks a reflex agent that has lost points what shows its mistake."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.diagnosis import (
    Counterexample,
    Diagnosis,
    RootValue,
    Verdict,
)
from pacgrid.autograder.diagnosis.reflex import ReflexMistake, reflex_mistake
from pacgrid.autograder.question import Games, Positions
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.state import State

MOST_SECONDS = 10
"""CPU time after which a slow agent isn't asked any more."""


class WrongChoice(NamedTuple):
    """An action that is not the best one in a position of a test."""

    number: int
    state: State
    chosen: Action
    best: tuple[Action, ...]
    values: Mapping[Action, float]
    """As the agent reports them."""


def positions_diagnosis(
    test: Positions, client: WorkerClient, answer: str, wrong: Sequence[WrongChoice]
) -> Diagnosis | None:
    """What is wrong with the class `answer` of the loaded submission, which has made these choices
    in the positions of `test`. None if it can't be asked."""
    try:
        mistake = _mistake(test, client, answer, [choice.best for choice in wrong])
    except (SubmissionError, TimeoutError):
        return None
    return Diagnosis(
        verdict=mistake.verdict if mistake else Verdict.UNEXPLAINED,
        asked=len(test.positions),
        right=len(test.positions) - len(wrong),
        findings=mistake.findings if mistake else (),
        counterexample=_counterexample(test, wrong[0]),
        subject="agent",
        evidence=mistake.evidence if mistake else "",
    )


def games_diagnosis(test: Games, client: WorkerClient, answer: str) -> Diagnosis | None:
    """What is wrong with the class `answer` of the loaded submission, which has lost points in the
    games of `test`. None if no known mistake explains it, if it can't be asked, or if it looks
    ahead."""
    if "depth" in test.options:
        return None
    try:
        mistake = _mistake(test, client, answer, [])
    except (SubmissionError, TimeoutError):
        return None
    if not mistake:
        return None
    return Diagnosis(
        mistake.verdict, 0, 0, mistake.findings, subject="agent", evidence=mistake.evidence
    )


def _mistake(
    test: Positions | Games,
    client: WorkerClient,
    answer: str,
    best: Sequence[tuple[Action, ...]],
) -> ReflexMistake | None:
    """Raises SubmissionError, or TimeoutError for a slow agent."""
    began = client.cpu_seconds

    def ask(state: State, seed: int) -> Action | None:
        if client.cpu_seconds - began > MOST_SECONDS:
            raise TimeoutError
        client.build(answer, test.agent_options)
        client.start(state, seed)
        try:
            return client.act([]).action
        except SubmissionError as error:
            if error.failure.message.startswith("returned Action."):
                return None
            raise

    return reflex_mistake(ask, best)


def _counterexample(test: Positions, wrong: WrongChoice) -> Counterexample:
    searcher = (Expectimax if test.search == "expectimax" else Minimax)(
        depth=test.depth, evaluation="score"
    )
    searcher.act(wrong.state)
    return Counterexample(
        name=f"position {wrong.number}",
        drawing=str(wrong.state),
        is_tree=False,
        search=test.search,
        depth=test.depth,
        evaluation="score",
        best=wrong.best,
        chosen=wrong.chosen,
        values=tuple(
            RootValue(action, value, _finite(wrong.values.get(action)))
            for action, value in searcher.report.values.items()
        ),
        events=(),
        states=(),
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None
