"""Searches of states that stay with the grader, without a worker."""

from collections.abc import Callable
from typing import Any

from helpers.grading import NoClient
from pacgrid import Action, State
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.kinds.search.probe_server import ProbeServer
from pacgrid.autograder.kinds.search.state_server import StateServer
from pacgrid.autograder.model.searches import MOST_NODES
from pacgrid.autograder.worker.messages import (
    ObservedSummary,
    QuestionKind,
    answered_question,
    pack_expand,
    pack_question,
    unpack_states,
)
from pacgrid.autograder.worker.observed_state import ObservedSearch, ObservedState
from pacgrid.autograder.worker.opaque_state import OpaqueSearches, OpaqueState
from pacgrid.autograder.worker_client.replies import Expand, StateQuestion, read_reply


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


class LocalProbe(ObservedSearch):
    """A probe of a worker, in this process."""

    __slots__ = ("probe", "server")

    def __init__(self, probe: Probe, max_nodes: int = MOST_NODES) -> None:
        super().__init__(self._answer)
        self.probe = probe
        self.server = ProbeServer(max_nodes, NoClient())

    def start(self) -> ObservedState:
        return self._state(self.server.start(self.probe))

    def next_move(self, root: TreePosition | State) -> ObservedState:
        return self._state(self.server.next_move(self.probe, root))

    def _state(self, summary: ObservedSummary) -> ObservedState:
        return ObservedState(self, *summary, self.probe.root.num_agents)

    def _answer(self, kind: QuestionKind, handle: int, action: int) -> bytes:
        question = read_reply(pack_question(7, kind, handle, action))
        assert isinstance(question, StateQuestion)
        answer = self.server.answer(question)
        assert answered_question(answer) == 7
        return answer
