"""The pieces of work that grading is made of, by value: each can be done on any machine."""

import json
from dataclasses import dataclass
from hashlib import sha256

from pydantic import TypeAdapter

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.engine_version import engine
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.grade_json import dump_outcome, read_outcome
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.messages import Loaded
from pacgrid.autograder.question import Test
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials import trial
from pacgrid.common.failure import Failure

_SEEN: TypeAdapter[Loaded | Failure] = TypeAdapter(Loaded | Failure)


@dataclass(frozen=True)
class Look:
    """Looking what there is in a submission that the assignment may ask for."""

    submission: Submission
    assignment: Assignment
    level: Level

    def __call__(self) -> Loaded | Failure:
        return trial.inspect(self.submission, self.assignment, self.level)

    def key(self) -> str:
        """A hash of all that the result depends on. Raises OSError if a file of it is gone."""
        asked = [self.assignment.agents, self.assignment.functions]
        limits = self.assignment.limits.model_dump_json()
        return _key("look", self.submission, self.level, *asked, limits)

    @staticmethod
    def dump(result: Loaded | Failure) -> str:
        return _SEEN.dump_json(result).decode()

    @staticmethod
    def read(text: str) -> Loaded | Failure:
        """What `dump` made `text` of. Raises ValueError for others."""
        return _SEEN.validate_json(text)

    def __str__(self) -> str:
        return self.submission.name


@dataclass(frozen=True)
class Trial:
    """One test of one answer."""

    submission: Submission
    question: str
    answer: str
    test: Test
    limits: Limits
    level: Level

    def __call__(self) -> Outcome:
        return trial.try_out(self.submission, self.answer, self.test, self.limits, self.level)

    def key(self) -> str:
        """A hash of all that the result depends on; a test's title and points are in the result.
        Raises OSError if a file of the test is gone: a ghost."""
        test, limits = self.test.model_dump_json(), self.limits.model_dump_json()
        return _key("test", self.submission, self.level, self.answer, test, limits)

    @staticmethod
    def dump(result: Outcome) -> str:
        return dump_outcome(result)

    @staticmethod
    def read(text: str) -> Outcome:
        """What `dump` made `text` of. Raises ValueError for others."""
        return read_outcome(text)

    def __str__(self) -> str:
        return f"{self.submission.name}: {self.question}"


Job = Look | Trial


def _key(kind: str, submission: Submission, level: Level, *more: object) -> str:
    # The path is in the advice how to watch a lost game.
    handed_in = [submission.digest, submission.path]
    parts = [kind, engine(), level, *handed_in, *more]
    return sha256(json.dumps(parts).encode()).hexdigest()
