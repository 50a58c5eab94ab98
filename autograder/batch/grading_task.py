"""The jobs for one submission, and their results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pacgrid.common.failure import Failure

from ..assignments.answers import Answer, Unanswered, answers
from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..kinds.search.search_question import is_observed
from ..model.conclusion import Conclusion, with_conclusion
from ..model.fault import Fault, attempt
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade, with_unmet
from ..model.searches import SearchName
from ..sandbox.level import Level
from ..submissions.submission import Submission, unfit_classes
from ..worker_client.replies import Loaded
from .grading_job import Inspection, SearchDiagnosis, Trial
from .job import Job

TestId = tuple[str, int]
"""A test: the name of its question, and its index among the numbered tests."""


class DiagnosisId(NamedTuple):
    """The diagnosis of a search that a question asks for."""

    question: str
    search: SearchName
    is_hidden: bool
    """Whether it knows what the hidden tests have observed, too."""


JobId = TestId | DiagnosisId | None
"""None is the inspection."""


@dataclass(frozen=True)
class Rubric:
    """What submissions are graded for, and at which sandbox level."""

    assignment: Assignment
    questions: Sequence[Question]
    level: Level

    @property
    def max_jobs(self) -> int:
        """The number of jobs for a submission that answers every question."""
        diagnoses = sum(len(list(_diagnoses(question))) for question in self.questions)
        return 1 + diagnoses + sum(len(question.tests) for question in self.questions)


def _diagnoses(question: Question) -> Iterator[DiagnosisId]:
    """Those that its tests lead to: of visible tests, and of all if some are hidden."""
    tests = [test for test in question.tests if is_observed(test)]
    ids = (DiagnosisId(question.name, test.search, test.is_hidden) for test in tests)
    yield from sorted(set(ids))


class GradingTask:
    """A submission, and the results of its jobs so far."""

    def __init__(self, submission: Submission, rubric: Rubric) -> None:
        self.submission = submission
        self._rubric = rubric
        self._failure = submission.problem
        self._answers: Mapping[str, Answer] = {}
        self._trials: dict[TestId, Trial] = {}
        self._outcomes: dict[TestId, Outcome] = {}
        self._conclusions: dict[DiagnosisId, Conclusion | None] = {}
        """None as long as there isn't one."""

    def jobs(self, *, hidden: bool, continues: bool = False) -> dict[JobId, Job]:
        """The jobs that can run now: the inspection, and after it the `hidden` tests or the visible
        ones without an outcome, and the diagnoses of finished tests. With `continues`, the
        inspection goes on to the first test."""
        if self._failure:
            return {}
        if not self._answers:
            questions = tuple(self._rubric.questions) if continues else ()
            rubric = self._rubric
            return {None: Inspection(self.submission, rubric.assignment, rubric.level, questions)}
        left = {key: trial for key, trial in self._trials.items() if key not in self._outcomes}
        jobs: dict[JobId, Job] = {}
        jobs.update({key: trial for key, trial in left.items() if trial.test.is_hidden == hidden})
        jobs.update({key: self._diagnosis(key) for key in self._ready(hidden)})
        return jobs

    def following(self, job: JobId) -> dict[JobId, Job]:
        """The jobs that can run now because `job` is done, and that aren't hidden ones after an
        inspection."""
        if job is None:
            return self.jobs(hidden=False)
        if isinstance(job, DiagnosisId):
            return {}
        ready = self._ready(self._trials[job].test.is_hidden)
        return {key: self._diagnosis(key) for key in ready if job in self._evidence(key)}

    def _ready(self, hidden: bool) -> list[DiagnosisId]:
        """The diagnoses that can run now: their tests are finished."""
        return [
            key
            for key, conclusion in self._conclusions.items()
            if key.is_hidden == hidden and conclusion is None
            if all(test in self._outcomes for test in self._evidence(key))
        ]

    def _diagnosis(self, key: DiagnosisId) -> SearchDiagnosis:
        tests = self._evidence(key)
        first = self._trials[tests[0]]
        return SearchDiagnosis(
            self.submission,
            key.question,
            first.answer,
            tuple(test for each in tests if is_observed(test := self._trials[each].test)),
            tuple(replace(self._outcomes[each], number=each[1] + 1) for each in tests),
            first.limits,
            first.level,
        )

    def _evidence(self, key: DiagnosisId) -> list[TestId]:
        """The tests that it is about."""
        return [
            each
            for each, trial in self._trials.items()
            if each[0] == key.question
            if is_observed(trial.test) and trial.test.search == key.search
            if key.is_hidden or not trial.test.is_hidden
        ]

    def record(self, job: JobId, result: Loaded | Failure | Outcome | Conclusion) -> None:
        """Records the result of that job."""
        match result, job:
            case Fault(), _:
                self._failure = result
            case ((Loaded() | Failure()), _):
                submission, assignment = self.submission, self._rubric.assignment
                self._plan_tests(answers(assignment, result, unfit_classes(submission)))
            case Conclusion(), DiagnosisId():
                self._conclusions[job] = result
            case Outcome(), (_, _):
                self._outcomes[job] = result

    @property
    def total(self) -> int:
        """The number of jobs; before the inspection, the largest possible number."""
        if not self._is_inspected:
            return self._rubric.max_jobs
        return 1 + len(self._trials) + len(self._conclusions)

    @property
    def done(self) -> int:
        """The number of finished jobs."""
        concluded = sum(each is not None for each in self._conclusions.values())
        return self._is_inspected + len(self._outcomes) + concluded

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
        trials: dict[TestId, Trial] = {}
        for question in self._rubric.questions:
            answer = by_question[question.name]
            if isinstance(answer, str):
                for index, test in enumerate(question.numbered_tests):
                    name = question.answer_to(test, answer)
                    trial = Trial(self.submission, question.name, name, test, limits, level)
                    trials[question.name, index] = trial
                self._conclusions.update(dict.fromkeys(_diagnoses(question)))
        self._answers, self._trials = by_question, trials

    def _question(self, question: Question) -> QuestionGrade:
        answer = self._failure or self._answers[question.name]
        outcomes = {
            test.number: replace(self._outcomes[question.name, index], number=test.number)
            for index, test in enumerate(question.numbered_tests)
            if (question.name, index) in self._outcomes
        }
        for key, conclusion in self._conclusions.items():
            if key.question == question.name and conclusion:
                outcomes = with_conclusion(outcomes, conclusion, is_hidden=key.is_hidden)
        return QuestionGrade(
            name=question.name,
            asks_for=question.asks_for,
            possible=question.points,
            extra=question.extra,
            rule=question.rule,
            requires=tuple(question.requires),
            answer=answer if isinstance(answer, str) else None,
            outcomes=tuple(replace(each, observed="") for each in outcomes.values()),
            failure=answer if isinstance(answer, Failure) else None,
            reason=answer.reason if isinstance(answer, Unanswered) else "",
        )
