"""Changes are tried within limits, whatever the worker does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic_core import to_json

from pacgrid.autograder.batch import grading_job
from pacgrid.autograder.batch.grading_job import MOST_STARTS, WorkerTrials
from pacgrid.autograder.sandbox.channel import MAX_BYTES
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_client.replies import FunctionsRun, Tried
from pacgrid.common.failure import Failure

MOVE = (1, 3, None)
ONE: Any = [[("agent.py", 0, 0, "")]]


class Worker:
    """Answers as it is told, and notes what it gets."""

    def __init__(self, answer: Callable[[int, int], Any]) -> None:
        self.answer = answer
        self.cpu_seconds = 0.0
        self.tables: list[Any] = []
        self.messages: list[Any] = []

    def add_tables(self, tables: Any) -> None:
        self.tables += tables
        self.messages.append(tables)

    def functions_run(self, agent: str, tasks: Any) -> FunctionsRun:
        raise SubmissionError(Failure("failed"), gone=False)

    def try_changes(self, agent: str, candidates: Any, tasks: Any) -> Tried:
        self.messages.append(candidates)
        self.cpu_seconds += 1
        return Tried(kind="tried", answers=self.answer(len(candidates), len(tasks)))


def right(candidates: int, tasks: int) -> Any:
    return [[[MOVE]] * tasks] * candidates


def ends(candidates: int, tasks: int) -> Any:
    raise SubmissionError(Failure("it ended"), gone=True)


@pytest.fixture
def trying(monkeypatch) -> Callable[..., tuple[WorkerTrials, list[Worker]]]:
    """Trials with workers that answer so; and those that were started."""
    monkeypatch.setattr(WorkerClient, "try_changes", Worker.try_changes)

    def made(answer: Callable[[int, int], Any] = right) -> tuple[WorkerTrials, list[Worker]]:
        started: list[Worker] = []

        @contextmanager
        def start() -> Iterator[Any]:
            started.append(Worker(answer))
            yield started[-1]

        return WorkerTrials(start, "Minimax"), started

    return made


FORGED: list[Any] = [
    *([], [[]], [[[]]], [[[MOVE]], [[MOVE]]], [[[MOVE], [MOVE], [MOVE]]], [[[MOVE], []]]),
    *([[[MOVE, (1, -5, None)]]], [[[(1, -(10**30), 1.0)]]]),
]


@pytest.mark.parametrize("answers", FORGED)
def test_an_answer_that_no_worker_gives_counts_as_none(trying, answers) -> None:
    trials, started = trying(lambda *_: answers)
    assert trials.try_changes(ONE, [0, 1]) is None
    assert len(started) == 1


def test_a_worker_that_ends_is_started_again_with_all_tables_but_not_for_ever(trying) -> None:
    trials, started = trying(ends)
    for number in range(MOST_STARTS + 3):
        trials.add_tables([[number]])
        assert trials.try_changes(ONE, [0]) is None
    assert [len(worker.tables) for worker in started] == [*range(1, MOST_STARTS + 1)]


def test_a_request_that_fails_does_not_end_the_worker(trying) -> None:
    trials, started = trying()
    assert trials.functions_run([0]) == ()
    assert trials.try_changes(ONE, [0]) == right(1, 1)
    assert len(started) == 1


def test_each_table_is_sent_once_and_no_message_is_too_long(trying) -> None:
    trials, started = trying()
    tables = [["x" * 9_000, number] for number in range(40)]
    with trials.running():
        trials.add_tables(tables[:30])
        assert trials.try_changes(ONE * 3, [0]) == right(3, 1)
        trials.add_tables(tables[30:])
        long = [[("agent.py", 0, 0, "y" * 9_000)]] * 40
        assert trials.try_changes(long, [0]) == right(40, 1)
    (worker,) = started
    assert worker.tables == tables
    assert all(len(to_json(message)) < 0.9 * MAX_BYTES for message in worker.messages)


def test_a_submission_that_has_taken_too_long_is_not_tried_any_more(trying, monkeypatch) -> None:
    monkeypatch.setattr(grading_job, "MOST_CPU_SECONDS", 2)
    trials, _ = trying()
    answers = [trials.try_changes(ONE, [0]) for _ in range(5)]
    assert [answer is None for answer in answers] == [False] * 3 + [True] * 2
