"""A test of a search: it chooses in positions that the grader holds, and every successor counts."""

from typing import Any

from pacgrid.action import Action
from pacgrid.state import IllegalMoveError, State

from .grade import Outcome
from .messages import Expand
from .positions import Tally
from .question import Search
from .remote import Remote, SubmissionError


def try_search(test: Search, remote: Remote, answer: str) -> Outcome:
    """Have the class `answer` of the loaded submission search in each position of `test`."""
    tally = Tally(test)
    nodes = 0
    for number, state in enumerate(test.positions, start=1):
        held = Held(state, test.nodes, remote)
        try:
            remote.build(answer, test.built_with)
        except SubmissionError as error:
            if number == 1:
                return tally.unfit(error)
            tally.failed(number, error)
            break
        try:
            remote.start_search(held.root, seed=0)
            tally.count(number, state, remote.act([], held.expand))
        except SubmissionError as error:
            tally.failed(number, error)
            if error.gone:
                break
        finally:
            nodes += held.expanded
    return tally.outcome(nodes)


class Held:
    """The states of one search, by number; equal states have the same number."""

    def __init__(self, root: State, most: int, remote: Remote) -> None:
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
