"""Players whom a submission in a worker controls: Pac-Man, all ghosts, or only an evaluation; and a
look into an evaluation, by its values in positions that were played and in the same positions with
one thing changed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from pacgrid.action import Action
from pacgrid.agent import Agent, GhostTeam, Report
from pacgrid.common import concurrency
from pacgrid.common.failure import Failure
from pacgrid.state import State
from pacgrid.tree.reference_search import state_search

from ..diagnosis.changed_positions import pairs, sample
from ..diagnosis.evaluation_warnings import ObservedValues, judge
from ..model.diagnosis import EvaluationReport, SearchName
from ..worker_client.client import SubmissionError, WorkerClient
from .positions import with_position


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
    """A Pac-Man that is controlled by a submission, after `client.build(answer, options)`.

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


class RemoteGhosts(RemotePlayer, GhostTeam):
    """All ghosts of a game, controlled by one submission in one process, after
    `client.build(answer, options, ghosts=N)`. There, a `GhostTeam` is built once, and any other
    agent once for each ghost.

    This one agent takes the places of all ghosts: `Game(layout, [pacman, *[ghosts] * N])`. A limit
    on a move is for the move of one ghost; a limit on a game is for all of them together.
    """


MAX_VALUES = 100_000


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


# A report on an evaluation

POSITIONS = 24
"""How many positions of the games are looked at. Each is changed in several ways."""
_BATCH = 40
"""How many values share the time for one move."""
_MOST_FAILURES = 3


def examine(
    client: WorkerClient, function: str, states: Iterable[State], games: RemoteEvaluation
) -> EvaluationReport | None:
    """A report on the evaluation `function` of the loaded submission, after `games` with these
    `states`. None if there is nothing to report on."""
    bases = sample(states, POSITIONS)
    if not bases:
        return None
    asked = _Asked(client, function)
    # Where a busy machine looks like a slow evaluation, nothing is said about its time.
    seconds = games.seconds if concurrency.TELLS_CPU_TIME else 0.0
    try:
        observed = asked.observe(bases, seconds)
    except SubmissionError:  # its process has ended
        observed = ObservedValues((), (), {}, {}, {}, seconds)
    if games.has_failed:  # the feedback says so already
        observed = replace(observed, failures={})
    judgement = judge(observed)
    return EvaluationReport(
        len(observed.bases), judgement.warnings, judgement.refuted, judgement.senses
    )


class _Asked:
    """Asks the evaluation `function` for values outside of games."""

    def __init__(self, client: WorkerClient, function: str) -> None:
        self._client = client
        self._function = function
        self._failures: dict[State, Failure] = {}

    def observe(self, bases: Sequence[State], seconds: float) -> ObservedValues:
        """The values for `bases`, and for what is changed in them. Raises SubmissionError if its
        process ends."""
        changed = [pair for state in bases for pair in pairs(state)]
        both = (state for pair in changed for state in (pair.before, pair.after))
        values = self.values([*bases, *both], seed=1)
        known = [state for state in bases if state in values]
        return ObservedValues(bases, changed, values, self._again(known), self._failures, seconds)

    def _again(self, states: Sequence[State]) -> dict[State, float]:
        """The values of `states` in a new process, the last one first."""
        with suppress(SubmissionError), self._client.fresh() as client:
            asked = _Asked(client, self._function)
            again = asked.values(states[::-1], seed=2)
            self._failures |= asked._failures
            return again
        return {}

    def values(self, states: Sequence[State], seed: int) -> dict[State, float]:
        """The values of `states`, all in one maze, as far as it doesn't fail."""
        values: dict[State, float] = {}
        waiting = list(dict.fromkeys(states))
        if waiting:
            self._client.start_evaluation(self._function, waiting[0], seed)
        while waiting and len(self._failures) < _MOST_FAILURES:
            self._client.start_move()
            got = self._client.values(waiting[:_BATCH])
            waiting = waiting[len(got) :]
            for state, value in got.items():
                if isinstance(value, Failure):
                    self._failures.setdefault(state, value)
                else:
                    values[state] = value
        return values
