"""Serves the states of a large search, which stay with the grader, and counts the successors."""

from pacgrid.state import IllegalMoveError, State

from ...worker.messages import StateSummary, bits_of, pack_states
from ...worker_client.client import WorkerClient
from ...worker_client.replies import Expand, StateQuestion

MOST_UNUSED = 32
"""The most successors that are sent ahead to a search before it uses them."""
_USED_PER_UNUSED = 32
"""How many successors a search must have used for each that is sent ahead."""


class StateServer:
    """Serves states by number, and counts the successors that searches use. Equal states have the
    same number, in all searches of a worker.

    A message takes longer than the search itself. So a search that uses all successors of a state
    gets them together. It reports how many it has used, and the count for an honest one is exact.
    A submission could report too few; but nothing is sent ahead to a search that would then have
    more than `MOST_UNUSED` successors that it hasn't used, or more than one for 32 that it has.
    That is the most that a lie can hide.
    """

    def __init__(self, max_nodes: int, client: WorkerClient) -> None:
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._max_nodes = max_nodes
        self._client = client
        self._used_before = 0
        self.sent = 0
        """How many successors the searches have received, including those sent ahead."""
        self.used = 0
        """How many successors the searches have used."""

    def start(self, root: State) -> StateSummary:
        """Starts a search. Returns the summary of its first state."""
        self._used_before = self.used
        return self._summary(root)

    def expand(self, request: Expand | StateQuestion) -> bytes:
        """The message with the requested successor, and perhaps those of later actions.

        Raises SubmissionError if the search has used too many, or there is no such state or
        successor.
        """
        if isinstance(request, StateQuestion):
            raise self._client.kill("sent the grader a message of the wrong kind")
        self.sent += 1
        self.count(max(request.used, self.used + 1))
        try:
            state = self._states[request.state]
            states = [state.successor(request.action)]
        except (IndexError, IllegalMoveError):
            raise self._client.kill("asked for a successor that does not exist") from None
        legal = state.legal_actions()
        later = legal[legal.index(request.action) + 1 :]
        if later and self._may_have_unused(len(later)):
            states += map(state.successor, later)
            self.sent += len(later)
        return pack_states(request.used, map(self._summary, states))

    def count(self, used: int) -> None:
        """The searches say that they have `used` that many successors.

        Raises SubmissionError if the current one has used too many.
        """
        self.used = max(self.used, min(used, self.sent))
        most = self._used_before + self._max_nodes
        if self.used > most:
            self.used = most + 1  # the one too many
            raise self._client.kill(
                f"asked for more than {self._max_nodes:,} successors in one search"
            )

    def _may_have_unused(self, more: int) -> bool:
        used = self.used - self._used_before
        return self.sent - self.used + more <= min(MOST_UNUSED, used // _USED_PER_UNUSED)

    def _summary(self, state: State) -> StateSummary:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return StateSummary(
            number,
            state.score,
            0 if state.is_terminal else bits_of(state.legal_actions()),
            state.to_move,
            state.num_agents,
            state.is_win,
            state.is_loss,
        )
