"""The jobs for one submission, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pacgrid.common.failure import Failure

from ..assignments.answers import Answer, Unanswered, answers
from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..model.fault import Fault, attempt
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade, with_unmet
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.replies import Loaded
from .job import Inspection, Job, Trial

TestId = tuple[str, int] | None
"""A test: the name of its question, and its index among the numbered tests. None for the
inspection."""


@dataclass(frozen=True)
class Rubric:
    """What submissions are graded for, and at which sandbox level."""

    assignment: Assignment
    questions: Sequence[Question]
    level: Level

    @property
    def max_jobs(self) -> int:
        """The number of jobs for a submission that answers every question."""
        return 1 + sum(len(question.tests) for question in self.questions)


class GradingTask:
    """A submission, and the results of its jobs so far."""

    def __init__(self, submission: Submission, rubric: Rubric) -> None:
        self.submission = submission
        self._rubric = rubric
        self._failure = submission.problem
        self._answers: Mapping[str, Answer] = {}
        self._trials: dict[tuple[str, int], Trial] = {}
        self._outcomes: dict[tuple[str, int], Outcome] = {}

    def jobs(self, *, hidden: bool, continues: bool = False) -> dict[TestId, Job]:
        """The jobs that can run now: the inspection, and after it the `hidden` tests or the visible
        ones without an outcome. With `continues`, the inspection goes on to the first test."""
        if self._failure:
            return {}
        if not self._answers:
            questions = tuple(self._rubric.questions) if continues else ()
            rubric = self._rubric
            return {None: Inspection(self.submission, rubric.assignment, rubric.level, questions)}
        left = {key: trial for key, trial in self._trials.items() if key not in self._outcomes}
        return {key: trial for key, trial in left.items() if trial.test.is_hidden == hidden}

    def record(self, test: TestId, result: Loaded | Failure | Outcome) -> None:
        """Records the result of the job for `test`."""
        if isinstance(result, Loaded):
            self._plan_tests(answers(self._rubric.assignment, result))
        elif isinstance(result, Failure):
            self._failure = result
        elif test:
            self._outcomes[test] = result

    @property
    def total(self) -> int:
        """The number of jobs; before the inspection, the largest possible number."""
        return 1 + len(self._trials) if self._is_inspected else self._rubric.max_jobs

    @property
    def done(self) -> int:
        """The number of finished jobs."""
        return self._is_inspected + len(self._outcomes)

    @property
    def is_done(self) -> bool:
        return self.done == self.total and self._is_inspected

    def grade(self) -> Grade:
        """The grade, once all jobs are done."""
        grade = attempt(self._grade)
        return self._ungraded(grade) if isinstance(grade, Fault) else grade

    def _grade(self) -> Grade:
        grades = with_unmet(map(self._question, self._rubric.questions))
        failures = {grade.failure for grade in grades}
        submission = self.submission
        grade = Grade(
            name=submission.name,
            questions=grades,
            failure=failures.pop() if len(failures) == 1 else None,
            missing=submission.missing,
            student=submission.student,
            identifier=submission.identifier,
            digest="" if submission.missing else submission.digest,
            sandbox="" if submission.missing else str(self._rubric.level),
            unanswered=self._rubric.assignment.unanswered,
        )
        _ = grade.total  # raises what reports would raise
        return grade

    def _ungraded(self, fault: Fault) -> Grade:
        """The grade if it can't be made of the results."""
        grades = tuple(
            QuestionGrade(q.name, q.asks_for, q.points, answer=None, failure=fault)
            for q in self._rubric.questions
        )
        submission = self.submission
        return Grade(
            submission.name,
            grades,
            fault,
            student=submission.student,
            identifier=submission.identifier,
            unanswered=self._rubric.assignment.unanswered,
        )

    @property
    def _is_inspected(self) -> bool:
        return bool(self._failure or self._answers)

    def _plan_tests(self, by_question: Mapping[str, Answer]) -> None:
        limits, level = self._rubric.assignment.test_limits, self._rubric.level
        trials: dict[tuple[str, int], Trial] = {}
        for question in self._rubric.questions:
            answer = by_question[question.name]
            if isinstance(answer, str):
                for index, test in enumerate(question.numbered_tests):
                    name = question.answer_to(test, answer)
                    trial = Trial(self.submission, question.name, name, test, limits, level)
                    trials[question.name, index] = trial
        self._answers, self._trials = by_question, trials

    def _question(self, question: Question) -> QuestionGrade:
        answer = self._failure or self._answers[question.name]
        outcomes = tuple(
            replace(self._outcomes[question.name, index], number=test.number)
            for index, test in enumerate(question.numbered_tests)
            if (question.name, index) in self._outcomes
        )
        return QuestionGrade(
            name=question.name,
            asks_for=question.asks_for,
            possible=question.points,
            extra=question.extra,
            rule=question.rule,
            requires=tuple(question.requires),
            answer=answer if isinstance(answer, str) else None,
            outcomes=outcomes,
            failure=answer if isinstance(answer, Failure) else None,
            reason=answer.reason if isinstance(answer, Unanswered) else "",
        )
