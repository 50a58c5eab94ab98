"""The jobs of grading."""

from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from pacgrid.common.failure import Failure

from ..assignments.answers import answers
from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..kinds.kind import GradedTest
from ..kinds.search.search import Search
from ..kinds.search.search_question import concluded
from ..model.conclusion import Conclusion
from ..model.fault import UNEXPLAINED, Fault, attempt
from ..model.grade_json import dump_conclusion, dump_outcome, read_conclusion, read_outcome
from ..model.limits import SubmissionLimits
from ..model.outcome import Outcome
from ..sandbox.level import Level
from ..submissions.submission import Submission, unfit_classes
from ..worker_client.replies import Loaded
from . import trial
from .job import OnGames, counter, job_key
from .trial import Inspected

_FOUND: TypeAdapter[Loaded | Failure] = TypeAdapter(Loaded | Failure)


@dataclass(frozen=True)
class Inspection:
    """Finds what a submission has that can be graded. Goes on to the first visible test of the
    `questions` that it answers, in the same worker."""

    submission: Submission
    assignment: Assignment
    level: Level
    questions: tuple[Question, ...] = ()

    def __call__(self, on_games: OnGames) -> Inspected:
        """Runs it; calls `on_games` with the number of finished games after each of them."""
        submission, assignment, level = self.submission, self.assignment, self.level
        return trial.inspect(submission, assignment, level, self._first_test, counter(on_games))

    def failed(self, failure: Failure) -> Failure:
        """The result if the job can't be finished: nothing of the submission can be graded."""
        return failure

    @property
    def size(self) -> int:
        """The number of games or positions, if the submission answers the first question."""
        visible = [test.size for q in self.questions for test in q.tests if not test.is_hidden]
        return visible[0] if visible else 1

    def _first_test(self, loaded: Loaded) -> tuple[str, GradedTest] | None:
        by_question = answers(self.assignment, loaded, unfit_classes(self.submission))
        for question in self.questions:
            answer = by_question[question.name]
            for test in question.tests:
                if isinstance(answer, str) and not test.is_hidden:
                    return question.answer_to(test, answer), test
        return None

    def key(self) -> str:
        """A hash of all that `Inspected.found` depends on."""
        names = [self.assignment.agents, self.assignment.functions]
        limits = self.assignment.limits.model_dump_json()
        return _key("look", self.submission, self.level, *names, limits)

    @staticmethod
    def dump(result: Loaded | Failure) -> str:
        return _FOUND.dump_json(result).decode()

    @staticmethod
    def read(text: str) -> Loaded | Failure:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""
        return _FOUND.validate_json(text)

    def __str__(self) -> str:
        return self.submission.name


@dataclass(frozen=True)
class Trial:
    """One test of the class or function `answer`."""

    submission: Submission
    question: str
    answer: str
    test: GradedTest
    limits: SubmissionLimits
    level: Level

    def __call__(self, on_games: OnGames) -> Outcome:
        """Runs it; calls `on_games` with the number of finished games after each of them."""
        submission, answer, test = self.submission, self.answer, self.test
        return trial.run(submission, answer, test, self.limits, self.level, counter(on_games))

    def failed(self, failure: Failure) -> Outcome:
        """The result if the job can't be finished; other tests keep theirs."""
        title = attempt(lambda: self.test.description)
        return Outcome(
            f"test {self.test.number}" if isinstance(title, Fault) else title,
            "not finished",
            points=0,
            possible=self.test.possible,
            failure=failure,
            visibility=self.test.visibility,
            title=self.test.title,
        )

    @property
    def size(self) -> int:
        """The number of games or positions."""
        return self.test.size

    def key(self) -> str:
        """A hash of all that the outcome depends on; it includes the test's title and points, which
        are in the outcome. Raises OSError if a file of the test is missing, such as a ghost's."""
        test, limits = self.test.model_dump_json(), self.limits.model_dump_json()
        return _key("test", self.submission, self.level, self.answer, test, limits)

    @staticmethod
    def dump(result: Outcome) -> str:
        return dump_outcome(result)

    @staticmethod
    def read(text: str) -> Outcome:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""
        return read_outcome(text)

    def __str__(self) -> str:
        return f"{self.submission.name}: {self.question}.{self.test.number}"


@dataclass(frozen=True)
class SearchDiagnosis:
    """Explains what was observed of a search in all `tests` of a question that look into it."""

    submission: Submission
    question: str
    answer: str
    tests: tuple[Search, ...]
    outcomes: tuple[Outcome, ...]
    """Of these tests."""
    limits: SubmissionLimits
    level: Level
    size = 1

    def __call__(self, on_games: OnGames) -> Conclusion:  # noqa: ARG002
        """Finds the explanation; if there are several, asks the submission further questions."""
        outcomes = dict(zip((test.number for test in self.tests), self.outcomes, strict=True))
        with trial.further_asking(self.submission, self.answer, self.limits, self.level) as ask:
            found = attempt(lambda: concluded(self.tests, outcomes, ask))
        return self.failed(found) if isinstance(found, Fault) else found

    def failed(self, failure: Failure) -> Conclusion:
        """The result if the job can't be finished; the tests keep their outcomes."""
        if isinstance(failure, Fault):
            failure = replace(failure, message=UNEXPLAINED)
        return Conclusion(failure=failure)

    def key(self) -> str:
        """A hash of all that the conclusion depends on."""
        tests = [test.model_dump_json() for test in self.tests]
        outcomes = [dump_outcome(replace(each, seconds=0)) for each in self.outcomes]
        limits = self.limits.model_dump_json()
        return _key("diagnosis", self.submission, self.level, self.answer, tests, outcomes, limits)

    @staticmethod
    def dump(result: Conclusion) -> str:
        return dump_conclusion(result)

    @staticmethod
    def read(text: str) -> Conclusion:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""
        return read_conclusion(text)

    def __str__(self) -> str:
        return f"{self.submission.name}: {self.question}"


def _key(kind: str, submission: Submission, level: Level, *more: object) -> str:
    # The path is part of the outcome: the advice on how to watch a lost game names it.
    return job_key(kind, level, submission.digest, submission.path, *more)
