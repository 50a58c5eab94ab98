"""Searches of states that stay with the grader, without a worker."""

from collections.abc import Callable
from typing import Any

from helpers.grading import NoClient
from pacgrid import Action, State
from pacgrid.autograder.trials.search_trial import StateServer
from pacgrid.autograder.worker.messages import pack_expand, unpack_states
from pacgrid.autograder.worker.opaque_state import OpaqueState, Search
from pacgrid.autograder.worker_replies import Expand, read_reply


class LocalSearch(Search):
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
