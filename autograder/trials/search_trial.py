"""A test of a search: the states stay with the grader, which counts the successors."""

from collections.abc import Callable
from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.question import Search
from pacgrid.autograder.trials.position_trial import tally_choices
from pacgrid.autograder.worker_client import WorkerClient
from pacgrid.autograder.worker_replies import Acted, Expand
from pacgrid.state import IllegalMoveError, State


def run(
    test: Search, client: WorkerClient, answer: str, on_game: Callable[[], None] = lambda: None
) -> Outcome:
    """Has the class `answer` of the loaded submission search in each position of `test`; calls
    `on_game` after each."""
    servers: list[StateServer] = []

    def choose(state: State) -> Acted:
        server = StateServer(state, test.nodes, client)
        servers.append(server)
        client.start_search(server.root, seed=0)
        return client.act([], server.expand)

    tally = tally_choices(test, client, answer, choose, on_game)
    return tally.outcome(nodes=sum(server.expanded for server in servers))


class StateServer:
    """Serves the states of one search by number; equal states have the same number."""

    def __init__(self, root: State, max_nodes: int, client: WorkerClient) -> None:
        self._states = [root]
        self._numbers = {root: 0}
        self._max_nodes = max_nodes
        self._client = client
        self.expanded = 0
        """How many successors the search has asked for."""

    @property
    def root(self) -> dict[str, Any]:
        """The summary of the first state."""
        return self._summary(0)

    def expand(self, request: Expand) -> dict[str, Any]:
        """The summary of the requested successor.

        Raises SubmissionError if there are too many requests, or an invalid one.
        """
        self.expanded += 1
        if self.expanded > self._max_nodes:
            raise self._client.kill(
                f"asked for more than {self._max_nodes:,} successors in one search"
            )
        try:
            after = self._states[request.state].successor(Action[request.action.upper()])
        except (IndexError, IllegalMoveError):
            raise self._client.kill("asked for a successor that does not exist") from None
        number = self._numbers.setdefault(after, len(self._states))
        if number == len(self._states):
            self._states.append(after)
        return self._summary(number)

    def _summary(self, number: int) -> dict[str, Any]:
        state = self._states[number]
        return {
            "state": number,
            "legal": [] if state.is_terminal else [str(a) for a in state.legal_actions()],
            "to_move": state.to_move,
            "num_agents": state.num_agents,
            "is_win": state.is_win,
            "is_loss": state.is_loss,
            "score": state.score,
        }
