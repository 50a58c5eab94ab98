"""A submission on its way to a grade."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pacgrid.autograder.answers import Answer, Unanswered, answers
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.job import Job, Look, Trial
from pacgrid.autograder.grade import Grade, Outcome, QuestionGrade
from pacgrid.autograder.messages import Loaded
from pacgrid.autograder.question import Question
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure

Place = tuple[str, int] | None
"""What a job is for: a test, by the name of its question and its number; None for the look."""


@dataclass(frozen=True)
class Rubric:
    """What a submission is graded for, and behind which wall."""

    assignment: Assignment
    questions: Sequence[Question]
    level: Level

    @property
    def most_jobs(self) -> int:
        """How many jobs a submission gives that answers everything."""
        return 1 + sum(len(question.tests) for question in self.questions)


class GradingTask:
    """A submission, and what has come of its jobs so far."""

    def __init__(self, submission: Submission, rubric: Rubric) -> None:
        self.submission = submission
        self._rubric = rubric
        self._failure = submission.problem
        self._answers: Mapping[str, Answer] = {}
        self._trials: dict[tuple[str, int], Trial] = {}
        self._outcomes: dict[tuple[str, int], Outcome] = {}

    def jobs(self) -> dict[Place, Job]:
        """What is left to do, as far as is known: what tests it needs shows when it is seen."""
        if self._failure:
            return {}
        if not self._answers:
            return {None: Look(self.submission, self._rubric.assignment, self._rubric.level)}
        return {p: trial for p, trial in self._trials.items() if p not in self._outcomes}

    def note(self, place: Place, result: Loaded | Failure | Outcome) -> None:
        """`result` is what came of the job that is at `place` in `jobs()`."""
        if isinstance(result, Loaded):
            self._note_answers(answers(self._rubric.assignment, result))
        elif isinstance(result, Failure):
            self.fail(result)
        elif place:
            self._outcomes[place] = result

    def fail(self, failure: Failure) -> None:
        """End here, with a failure of the whole."""
        self._failure = failure
        self._answers = {}
        self._trials.clear()
        self._outcomes.clear()

    @property
    def total(self) -> int:
        """How many jobs it gives, as far as is known."""
        return 1 + len(self._trials) if self._is_seen else self._rubric.most_jobs

    @property
    def done(self) -> int:
        """How many of them are done."""
        return self._is_seen + len(self._outcomes)

    @property
    def is_done(self) -> bool:
        return self.done == self.total and self._is_seen

    def grade(self) -> Grade:
        """What it comes to when all is done."""
        grades = tuple(map(self._question, self._rubric.questions))
        failures = {grade.failure for grade in grades}
        handed_in = self.submission
        return Grade(
            name=handed_in.name,
            questions=grades,
            failure=failures.pop() if len(failures) == 1 else None,
            missing=handed_in.missing,
            student=handed_in.student,
            identifier=handed_in.identifier,
            digest=handed_in.digest,
            sandbox=str(self._rubric.level),
        )

    @property
    def _is_seen(self) -> bool:
        return bool(self._failure or self._answers)

    def _note_answers(self, found: Mapping[str, Answer]) -> None:
        self._answers = found
        limits, level = self._rubric.assignment.limits, self._rubric.level
        for question in self._rubric.questions:
            answer = found[question.name]
            if isinstance(answer, str):
                for number, test in enumerate(question.tests):
                    trial = Trial(self.submission, question.name, answer, test, limits, level)
                    self._trials[question.name, number] = trial

    def _question(self, question: Question) -> QuestionGrade:
        answer = self._failure or self._answers[question.name]
        places = [(question.name, number) for number in range(len(question.tests))]
        return QuestionGrade(
            name=question.name,
            asks_for=question.asks_for,
            possible=question.points,
            answer=answer if isinstance(answer, str) else None,
            outcomes=tuple(self._outcomes[p] for p in places if p in self._outcomes),
            failure=answer if isinstance(answer, Failure) else None,
            reason=answer.reason if isinstance(answer, Unanswered) else "",
        )
