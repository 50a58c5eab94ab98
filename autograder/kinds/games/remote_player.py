"""What of a game depends on a submission in a worker."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.state import State

from ...worker_client.client import WorkerClient
from ...worker_client.connection import SubmissionError
from ..drawing import with_position


class WorkerPlayer(Agent):
    """An agent that depends on a submission in a worker."""

    error: SubmissionError | None = None
    """The submission's failure, if it has failed."""
    fault: Exception | None = None
    """What went wrong here, if that isn't the submission's failure. A game would take it for one,
    so look at it after each game."""

    def observe(self, action: Action) -> None:
        """Call this with each action that an agent has played."""

    @contextmanager
    def noting_failure(self, state: State) -> Iterator[None]:
        """Keeps the submission's failure in `state`, or our fault."""
        try:
            yield
        except SubmissionError as error:
            failure = with_position(error.failure, state)
            self.error = SubmissionError(failure, gone=error.gone, timed_out=error.timed_out)
            raise self.error from None
        except Exception as error:
            self.fault = error
            raise


class RemotePlayer(WorkerPlayer):
    """Plays what a submission chooses that `client.build` has built: Pac-Man, or all ghosts.

    The worker receives the actions that were played, not the states: it tracks its own state, which
    has no influence on the game. It learns nothing about the game's seed: its own random numbers
    depend only on the number of the `game` in its test.
    """

    def __init__(self, client: WorkerClient, game: int) -> None:
        self._client = client
        self._game = game
        self._played: list[Action] = []

    def observe(self, action: Action) -> None:
        self._played.append(action)

    def start(self, state: State) -> None:
        with self.noting_failure(state):
            self._client.start(state, self._game)

    def act(self, state: State) -> Action:
        played, self._played = self._played, []  # the worker tracks its own state
        with self.noting_failure(state):
            acted = self._client.act(played)
        self.report = Report(nodes=acted.nodes or 0)
        return acted.action

    def finish(self, state: State) -> None:
        if not self.error:
            with suppress(SubmissionError), self.noting_failure(state):
                self._client.finish(self._played)
