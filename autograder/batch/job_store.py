"""Stores the results of jobs in a journal, and finds them there."""

from collections.abc import Callable
from typing import Any

from ..model.errors import GradingError
from ..model.fault import Fault, attempt, has_fault
from .job import Job
from .journal import Journal


class JobStore:
    """The results in `journal`; without one, nothing is stored, and nothing is found.

    Every method raises JournalError if the journal can't be used.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal

    def find(self, job: Job) -> Any:
        """The stored result of `job`, or that of a fault in reading it; None if there is none."""
        if not (journal := self._journal):
            return None

        def find() -> Any:
            text = journal.find(job.key())
            return self._read(journal, job, text) if text is not None else None

        found = attempt_job(job, find)
        return job.failed(found) if isinstance(found, Fault) else found

    def store(self, job: Job, result: Any) -> Any:
        """Stores `result`, unless it has a fault. Returns what counts: another run may have stored
        its own before."""
        if (journal := self._journal) and not has_fault(result):
            new = result
            result = attempt_job(
                job, lambda: self._read(journal, job, journal.store(job.key(), job.dump(new)))
            )
        return job.failed(result) if isinstance(result, Fault) else result

    @staticmethod
    def _read(journal: Journal, job: Job, text: str) -> Any:
        try:
            return job.read(text)
        except ValueError as error:
            raise journal.damaged(str(error).splitlines()[0]) from None


def attempt_job(job: Job, function: Callable[[], Any], *others: type[Exception]) -> Any:
    """What `function` returns for `job`, or the fault. Raises PacgridError, and `others`."""
    try:
        return attempt(function, *others)
    except OSError as error:
        raise GradingError(f"{job}: {type(error).__name__}: {error}") from error
