"""A Pac-Man that searches here, and asks a submission only for the values of states."""

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.state import State

from ...diagnosis.state_search import state_search
from ...model.searches import SearchName
from ...worker_client.client import WorkerClient
from ...worker_client.connection import SubmissionError
from ..drawing import with_position
from .remote_player import WorkerPlayer

MAX_VALUES = 100_000
"""How many values are cached."""


class RemoteEvaluation:
    """The evaluation `function` of a submission in the worker of `client`. It asks for each state's
    value once."""

    def __init__(self, client: WorkerClient, function: str) -> None:
        self._client = client
        self._function = function
        self._known: dict[State, float | Failure] = {}
        self._missing: dict[State, None] = {}
        self._asked = 0
        self._seconds = 0.0

    @property
    def has_failed(self) -> bool:
        """Whether the function has failed for a state."""
        return any(isinstance(value, Failure) for value in self._known.values())

    @property
    def seconds(self) -> float:
        """The mean CPU time for a value."""
        return self._seconds / max(1, self._asked)

    def start(self, state: State, game: int) -> None:
        """Call this at the start of each game. Raises SubmissionError."""
        self._client.start_evaluation(self._function, state, game)

    def start_move(self) -> None:
        """Call this before each move."""
        if len(self._known) > MAX_VALUES:
            self._known.clear()
        self._client.start_move()

    def value(self, state: State) -> float:
        """The value of `state`; for a missing one, the score, as a first guess.

        Raises SubmissionError if the function fails for `state`.
        """
        value = self._known.get(state)
        if value is None:
            self._missing[state] = None
            return state.score
        if isinstance(value, Failure):
            if not self._missing:  # otherwise, a search without guesses may not need this value
                raise SubmissionError(with_position(value, state), gone=False)
            return state.score
        return value

    def fetch(self) -> bool:
        """Asks for the missing values. Returns whether there were any. Raises SubmissionError."""
        missing, self._missing = list(self._missing), {}
        before = self._client.cpu_seconds
        self._known.update(self._client.values(missing))
        self._asked += len(missing)
        self._seconds += self._client.cpu_seconds - before
        return bool(missing)


class EvaluationPacman(WorkerPlayer):
    """A Pac-Man controlled by a right search with a submission's `evaluation`.

    It searches with guesses for missing values, asks for all of these together, and searches again
    until none is missing. So the last search is the one that would call the function itself, and a
    move takes about one message.
    """

    def __init__(
        self, evaluation: RemoteEvaluation, search: SearchName, depth: int, game: int
    ) -> None:
        self._evaluation = evaluation
        self._game = game
        self._searcher = state_search(search, depth, evaluation.value)

    def start(self, state: State) -> None:
        with self.noting_failure(state):
            self._evaluation.start(state, self._game)

    def act(self, state: State) -> Action:
        with self.noting_failure(state):
            self._evaluation.start_move()
            action: Action = self._searcher.act(state)
            while self._evaluation.fetch():
                action = self._searcher.act(state)
        self.report = self._searcher.report
        return action
