"""Answers the questions of a submission that is observed."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from pacgrid.state import State

from ...diagnosis.path import Path
from ...diagnosis.probe import Probe
from ...diagnosis.recorder import (
    QUESTIONS_PER_SUCCESSOR,
    Recorder,
    TooManyQuestionsError,
    TooManySuccessorsError,
)
from ...diagnosis.tree_position import TreePosition
from ...worker.messages import (
    ObservedSummary,
    QuestionKind,
    bits_of,
    pack_child,
    pack_illegal,
    pack_limit,
    pack_number,
)
from ...worker_client.client import WorkerClient
from ...worker_client.replies import Expand, StateQuestion

MOST_QUESTIONS = 200_000
"""In a test."""

_NUMBERS = {
    QuestionKind.LEGAL_ACTIONS: lambda log, index: bits_of(log.legal_actions(index)),
    QuestionKind.IS_TERMINAL: Recorder.is_terminal,
    QuestionKind.IS_WIN: Recorder.is_win,
    QuestionKind.IS_LOSS: Recorder.is_loss,
    QuestionKind.SCORE: Recorder.score,
    QuestionKind.EVALUATE: Recorder.evaluate,
}


class ProbeServer:
    """Answers the questions of a worker, and records those of each move. Every successor has a
    handle of its own, which stays valid throughout the test: an agent may keep states. Questions
    about states of earlier moves are answered and not recorded.
    """

    def __init__(self, most_nodes: int, client: WorkerClient) -> None:
        self._most_nodes = most_nodes
        self._client = client
        self._logs: list[tuple[Recorder, dict[TreePosition | State, int]]] = []
        """For each move: its recorder, and the numbers of the states in its probe."""
        self._states: list[tuple[int, int]] = []
        """By handle: the number of the move, and of the state in its recorder."""
        self._is_over_limit = False
        self.asked = 0
        """How many questions were asked so far."""

    def start(self, probe: Probe) -> ObservedSummary:
        """Starts a probe. Returns the summary of its first state."""
        return self._begin(probe, probe.root, {})

    def next_move(self, probe: Probe, root: TreePosition | State) -> ObservedSummary:
        """Goes on with the same probe at `root`."""
        return self._begin(probe, root, self._logs[-1][1])

    @property
    def log(self) -> Recorder:
        """What was asked for the current move."""
        return self._logs[-1][0]

    def in_log(self, returned: Mapping[int, float]) -> Mapping[Path, float]:
        """What was `returned` for states of the current move, by their handles: now by their
        paths. Of equal paths, the last one counts."""
        last = len(self._logs) - 1
        known = sorted(returned.items())
        states = [(self._states[h], v) for h, v in known if 0 <= h < len(self._states)]
        return {self.log.paths[index]: value for (move, index), value in states if move == last}

    def answer(self, question: Expand | StateQuestion) -> bytes:
        """The message that answers `question`. Raises SubmissionError if there is no such state, or
        the search goes on after it has exceeded a limit."""
        if isinstance(question, Expand):
            raise self._client.kill("sent the grader a message of the wrong kind")
        number, kind, handle, action = question
        self.asked += 1
        if self.asked > MOST_QUESTIONS:
            raise self._client.kill(f"asked more than {MOST_QUESTIONS:,} questions in one test")
        if self._is_over_limit:
            raise self._client.kill("went on after it exceeded a limit")
        if handle >= len(self._states):
            raise self._client.kill("asked about a state that does not exist")
        move, index = self._states[handle]
        log, _ = self._logs[move]
        if log is not self.log:
            log.events.clear()
        try:
            if kind is QuestionKind.SUCCESSOR:
                return pack_child(number, self._add(move, log.successor(index, action)))
            return self._reply(number, kind, log, index)
        except (KeyError, ValueError):
            return pack_illegal(number, tuple(log.nodes[index].state.legal_actions()))
        except TooManySuccessorsError:
            most = f"{self._most_nodes:,}"
            return self._limit(number, f"asked for more than {most} successors in one search")
        except TooManyQuestionsError:
            most = f"{QUESTIONS_PER_SUCCESSOR * self._most_nodes:,}"
            return self._limit(number, f"asked more than {most} questions in one search")

    def _reply(self, question: int, kind: QuestionKind, log: Recorder, index: int) -> bytes:
        """The message that answers what isn't about a successor."""
        return pack_number(question, _NUMBERS[kind](log, index))

    def _number(self, state: Any, numbers: dict[TreePosition | State, int]) -> int:
        """The number of `state` in its probe; `numbers` are those so far."""
        return numbers.setdefault(state, len(numbers))

    def _begin(
        self, probe: Probe, root: TreePosition | State, numbers: dict[TreePosition | State, int]
    ) -> ObservedSummary:
        if self._logs:
            self._logs[-1] = (_unrecorded(self.log), self._logs[-1][1])
        self._logs.append((Recorder(probe, root, self._most_nodes), numbers))
        self._is_over_limit = False
        return self._add(len(self._logs) - 1, 0)

    def _add(self, move: int, index: int) -> ObservedSummary:
        """Gives a state a handle."""
        log, numbers = self._logs[move]
        state: Any = log.nodes[index].state
        self._states.append((move, index))
        number = self._number(state, numbers)
        return ObservedSummary(len(self._states) - 1, number, state.to_move)

    def _limit(self, question: int, reason: str) -> bytes:
        self._is_over_limit = True
        return pack_limit(question, reason)


def _unrecorded(log: Recorder) -> Recorder:
    """A recorder that can answer further questions without changing `log`."""
    other = copy(log)
    other.nodes, other.paths, other.events = [*log.nodes], [*log.paths], []
    return other
