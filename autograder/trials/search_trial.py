"""A test of a search: it chooses in positions that the grader holds, and every successor counts."""

from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.messages import Acted, Expand
from pacgrid.autograder.question import Search
from pacgrid.autograder.trials.position_trial import tallied
from pacgrid.autograder.worker_client import WorkerClient
from pacgrid.state import IllegalMoveError, State


def try_search(test: Search, remote: WorkerClient, answer: str) -> Outcome:
    """Have the class `answer` of the loaded submission search in each position of `test`."""
    searches: list[StateServer] = []

    def choose(state: State) -> Acted:
        held = StateServer(state, test.nodes, remote)
        searches.append(held)
        remote.start_search(held.root, seed=0)
        return remote.act([], held.expand)

    tally = tallied(test, remote, answer, choose)
    return tally.outcome(nodes=sum(held.expanded for held in searches))


class StateServer:
    """The states of one search, by number; equal states have the same number."""

    def __init__(self, root: State, most: int, remote: WorkerClient) -> None:
        self._states = [root]
        self._numbers = {root: 0}
        self._most = most
        self._remote = remote
        self.expanded = 0
        """How many successors were asked for."""

    @property
    def root(self) -> dict[str, Any]:
        """What may be told of the first state."""
        return self._told(0)

    def expand(self, request: Expand) -> dict[str, Any]:
        """What may be told of the successor that is asked for.

        Raises SubmissionError for one too many, and for what no honest search asks.
        """
        self.expanded += 1
        if self.expanded > self._most:
            raise self._remote.ended(f"asked for more than {self._most:,} successors in one search")
        try:
            after = self._states[request.state].successor(Action[request.action.upper()])
        except (IndexError, IllegalMoveError):
            raise self._remote.ended("asked for a successor that there is not") from None
        number = self._numbers.setdefault(after, len(self._states))
        if number == len(self._states):
            self._states.append(after)
        return self._told(number)

    def _told(self, number: int) -> dict[str, Any]:
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
