"""Searches of states that stay with the grader, and evaluations, without a worker."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, cast

from helpers.grading import NoClient
from pacgrid import Action, State
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.kinds.remote_players import RemoteEvaluation
from pacgrid.autograder.kinds.search import StateServer, TaskServer
from pacgrid.autograder.model.diagnosis import MOST_NODES
from pacgrid.autograder.worker.messages import (
    ObservedSummary,
    QuestionKind,
    answered_question,
    pack_expand,
    pack_question,
    unpack_states,
)
from pacgrid.autograder.worker.remote_state import (
    ObservedSearch,
    ObservedState,
    OpaqueSearches,
    OpaqueState,
)
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.autograder.worker_client.replies import Expand, StateQuestion, read_reply
from pacgrid.common.failure import Failure

Evaluate = Callable[[State], float]


class LocalSearch(OpaqueSearches):
    """Searches as a worker does, in this process; `requests` are the messages that it sends."""

    __slots__ = ("claim", "requests", "server")

    def __init__(
        self, max_nodes: int = 100_000, claim: Callable[[int], int] = lambda used: used
    ) -> None:
        super().__init__(self._ask)
        self.claim = claim
        """What it says it has used."""
        self.server = StateServer(max_nodes, NoClient())
        self.requests: list[Expand] = []

    def start(self, state: State) -> OpaqueState:
        return OpaqueState(self.server.start(state), self)

    def count(self) -> int:
        """How many successors the grader counts in the end."""
        self.server.count(self.claim(self.used))
        return self.server.used

    def _ask(self, number: int, action: Action, used: int) -> list[tuple[Any, ...]]:
        request = read_reply(pack_expand(number, action, self.claim(used)))
        assert isinstance(request, Expand)
        self.requests.append(request)
        answered, states = unpack_states(self.server.expand(request))
        assert answered == request.used
        return states


class LocalTask(ObservedSearch):
    """A task of a worker, in this process."""

    __slots__ = ("server", "task")

    def __init__(self, task: SearchTask, max_nodes: int = MOST_NODES) -> None:
        super().__init__(self._answer)
        self.task = task
        self.server = TaskServer(max_nodes, NoClient())

    def start(self) -> ObservedState:
        return self._state(self.server.start(self.task))

    def next_move(self, root: TreePosition | State) -> ObservedState:
        return self._state(self.server.next_move(self.task, root))

    def _state(self, summary: ObservedSummary) -> ObservedState:
        return ObservedState(self, *summary, self.task.root.num_agents)

    def _answer(self, kind: QuestionKind, handle: int, action: int) -> bytes:
        question = read_reply(pack_question(7, kind, handle, action))
        assert isinstance(question, StateQuestion)
        answer = self.server.answer(question)
        assert answered_question(answer) == 7
        return answer


class EvaluationClient:
    """The client of a worker with that evaluation, whose values take that many CPU seconds."""

    def __init__(self, function: Evaluate, seconds: float = 0.0) -> None:
        self._function = function
        self._seconds = seconds
        self.cpu_seconds = 0.0
        self.asked: Counter[State] = Counter()
        self.messages = 0

    def start_evaluation(self, function: str, state: State, seed: int) -> None: ...

    def start_move(self) -> None: ...

    def values(self, states: Sequence[State]) -> dict[State, float | Failure]:
        values: dict[State, float | Failure] = {}
        self.messages += bool(states)
        for state in states:
            self.asked[state] += 1
            self.cpu_seconds += self._seconds
            try:
                values[state] = self._function(state)
            except ValueError as error:
                values[state] = Failure(str(error))
                break
        return values


def remote(client: EvaluationClient) -> RemoteEvaluation:
    return RemoteEvaluation(cast("WorkerClient", client), "evaluate")
