"""Finds the agents in an entrant's file, as a job."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.common.failure import Failure

from ..batch.grading_job import Inspection
from ..batch.job import OnGames, job_key
from ..batch.trial import load_submission, open_worker
from ..model.limits import SubmissionLimits
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.connection import SubmissionError
from ..worker_client.replies import Loaded


@dataclass(frozen=True)
class EntrantInspection:
    """Loads a submission in a worker."""

    submission: Submission
    names: Sequence[str]
    """The classes that are asked for."""
    limits: SubmissionLimits
    level: Level
    size = 1

    def __call__(self, on_games: OnGames) -> Loaded | Failure:  # noqa: ARG002
        """What the submission has, or why it can't be loaded."""
        with open_worker(self.submission, self.limits, self.level) as client:
            try:
                return load_submission(client, self.submission, list(self.names))
            except SubmissionError as error:
                return error.failure

    def failed(self, failure: Failure) -> Failure:
        """The result if the job can't be finished."""
        return failure

    def key(self) -> str:
        """A hash of all that the result depends on."""
        limits = self.limits.model_dump_json()
        return job_key("entrant", self.level, self.submission.digest, list(self.names), limits)

    dump = staticmethod(Inspection.dump)
    read = staticmethod(Inspection.read)

    def __str__(self) -> str:
        return self.submission.name
