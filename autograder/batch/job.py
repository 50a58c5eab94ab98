"""A job: work that can run in another process or on another machine, and whose result is stored in
a journal."""

import json
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from typing import Any, Protocol

from pacgrid.common.failure import Failure

from ..model.engine_version import engine_version

OnGames = Callable[[int], None]
"""Called with the number of games or positions that a running job has finished."""


class Job(Protocol):
    """It holds all that it needs, and its result depends on nothing else."""

    @property
    def size(self) -> int:
        """The number of games or positions."""

    def __call__(self, on_games: OnGames, /) -> Any:
        """Runs it; calls `on_games` with the number of finished games after each of them.

        Raises:
            GradingError: the failure is not a submission's.
        """

    def failed(self, failure: Failure, /) -> Any:
        """The result if the job can't be finished."""

    def key(self) -> str:
        """A hash of all that the result depends on. Raises OSError if a file that the job needs is
        missing."""

    def dump(self, result: Any, /) -> str:
        """`result` as text."""

    def read(self, text: str, /) -> Any:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""


def counter(on_games: OnGames) -> Callable[[], None]:
    """What to call after each game, so that `on_games` learns their number."""
    numbers = count(1)
    return lambda: on_games(next(numbers))


def job_key(kind: str, *parts: object) -> str:
    """A hash of this version of Pacgrid, the `kind` of a job, and the `parts` that its result
    depends on, which must fit into JSON."""
    return sha256(json.dumps([kind, engine_version(), *parts]).encode()).hexdigest()
