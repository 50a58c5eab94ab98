"""Grades many submissions on many cores; the grades don't depend on how many."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from pacgrid.common.concurrency import available_cpus, process_count
from pacgrid.common.failure import Failure

from ..assignments.answers import Answer, Unanswered, answers
from ..assignments.assignment import Assignment, Question
from ..kinds.search import is_observed
from ..model.diagnosis import SearchName
from ..model.fault import Fault, attempt
from ..model.grade import Grade, QuestionGrade, with_unmet
from ..model.outcome import Conclusion, Outcome, with_conclusion
from ..sandbox.level import Level
from ..submissions.submission import Submission, class_notes
from ..worker_client.replies import Loaded
from .grading_job import Inspection, SearchDiagnosis, Trial
from .journal import Journal
from .pool import InlinePool, JobRunner, Pool, QueuedJob, attempt_job


@dataclass(frozen=True)
class Progress:
    """How far grading, or a ladder, has got."""

    done: int
    total: int
    """An estimate at first: an inspection shows which tests a submission needs."""
    latest: str
    from_journal: int = 0
    grade: Grade | None = None
    """The grade of the submission that is finished with this, if one is."""
    conclusion: Conclusion | None = None
    """What the tests of a question say together, if that has just been found out."""


class Grader:
    """Grades submissions for an assignment, or for some `questions` of it, at the sandbox `level`.

    The jobs run in `jobs` processes of this machine (one for each core by default), or on the
    cluster of the Dask `scheduler` at this address. With a `journal`, every result is stored as
    soon as it is known, and stored results are not computed again. `watch` is called after every
    job.

    An error that the grader raises over one submission is a failure of that job, a `Fault`; it is
    not stored, so that the next run tries the job again.

    No hidden test starts before every visible test of every submission is finished and stored, so
    nothing that students see can depend on a hidden test.
    """

    def __init__(
        self,
        assignment: Assignment,
        *,
        level: Level,
        questions: Sequence[Question] | None = None,
        jobs: int | None = None,
        scheduler: str | None = None,
        journal: Journal | None = None,
        watch: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._rubric = Rubric(assignment, questions or assignment.questions, level)
        self._jobs = jobs
        self._scheduler = scheduler
        self._journal = journal
        self._watch = watch

    def grade(self, submissions: Sequence[Submission]) -> list[Grade]:
        """The grades of `submissions`, in the same order.

        Raises:
            GradingError: the failure is not a submission's: a ghost raised an error.
            PoolError: no process or no worker of the cluster does the work.
            JournalError: the journal can't be read or written.
        """
        tasks = [GradingTask(submission, self._rubric) for submission in submissions]
        tracker = _ProgressTracker(tasks, self._watch)
        runner = JobRunner(self._journal, partial(_record, tracker))
        with open_pool(self._rubric.level, self._jobs, self._scheduler) as pool:
            for is_hidden in (False, True):
                jobs = [queued for task in tasks for queued in task.jobs(hidden=is_hidden)]
                for suspect in runner.run(pool, jobs):
                    runner.run_alone(pool, partial(suspect.task.jobs, hidden=is_hidden))
        return [task.grade() for task in tasks]


def _record(
    tracker: "_ProgressTracker", queued: "_QueuedJob", result: Any, *, from_journal: bool
) -> list["_QueuedJob"]:
    """Records `result` in the task. Returns the jobs that it leads to."""
    task, name, job = queued
    if fault := attempt_job(job, partial(task.record, name, result)):
        task.record(name, job.failed(fault))
    tracker.report(queued, result, from_journal=from_journal)
    return task.following(name)


def open_pool(
    level: Level, processes: int | None = None, scheduler: str | None = None
) -> AbstractContextManager[Pool]:
    """A pool of `processes` of this machine (one for each core by default), or of the cluster of
    the Dask `scheduler` at this address, whose workers run at the sandbox `level`. Use it in a
    `with`.

    Its start raises PoolError if the cluster can't be used.
    """
    if scheduler is not None:
        from .parallel_pools import cluster

        return cluster(scheduler, level)
    processes = processes or available_cpus()
    if process_count(processes) == 1:
        return InlinePool()
    from .parallel_pools import ProcessPool

    return ProcessPool(processes, level)


# The jobs for one submission, and their results

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

    def jobs(self, *, hidden: bool) -> list["_QueuedJob"]:
        """The jobs that can run now: the inspection, and after it the `hidden` tests or the visible
        ones without an outcome, and the diagnoses of finished tests."""
        if self._failure:
            return []
        if not self._answers:
            rubric = self._rubric
            inspection = Inspection.of(self.submission, rubric.assignment, rubric.level)
            return [QueuedJob(self, None, inspection)]
        trials: list[_QueuedJob] = [
            QueuedJob(self, key, trial)
            for key, trial in self._trials.items()
            if key not in self._outcomes and trial.test.is_hidden == hidden
        ]
        return [*trials, *map(self._diagnosis, self._ready(hidden))]

    def following(self, job: JobId) -> list["_QueuedJob"]:
        """The jobs that can run now because `job` is done, and that aren't hidden ones after an
        inspection."""
        if job is None:
            return self.jobs(hidden=False)
        if isinstance(job, DiagnosisId):
            return []
        ready = self._ready(self._trials[job].test.is_hidden)
        return [self._diagnosis(key) for key in ready if job in self._evidence(key)]

    def _ready(self, hidden: bool) -> list[DiagnosisId]:
        """The diagnoses that can run now: their tests are finished."""
        return [
            key
            for key, conclusion in self._conclusions.items()
            if key.is_hidden == hidden and conclusion is None
            if all(test in self._outcomes for test in self._evidence(key))
        ]

    def _diagnosis(self, key: DiagnosisId) -> "_QueuedJob":
        tests = self._evidence(key)
        first = self._trials[tests[0]]
        diagnosis = SearchDiagnosis(
            self.submission,
            key.question,
            first.answer,
            tuple(test for each in tests if is_observed(test := self._trials[each].test)),
            tuple(replace(self._outcomes[each], number=each[1] + 1) for each in tests),
            first.limits,
            first.level,
        )
        return QueuedJob(self, key, diagnosis)

    def _evidence(self, key: DiagnosisId) -> list[TestId]:
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
                self._plan_tests(answers(assignment, result, class_notes(submission)))
            case Conclusion(), DiagnosisId():
                self._conclusions[job] = result
            case Outcome(), (_, _):
                self._outcomes[job] = result

    @property
    def total(self) -> int:
        """The number of jobs; before the inspection, the largest possible number."""
        if not self._is_inspected:
            questions = self._rubric.questions
            diagnoses = sum(len(list(_diagnoses(question))) for question in questions)
            return 1 + diagnoses + sum(len(question.tests) for question in questions)
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
        problem = self.submission.problem
        reason = problem.message if problem else ""
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
            reason=answer.reason if isinstance(answer, Unanswered) else reason,
        )


_QueuedJob = QueuedJob[GradingTask, JobId]


class _ProgressTracker:
    """Adds up how far `tasks` have got, and passes it to `watch`."""

    def __init__(self, tasks: Sequence[GradingTask], watch: Callable[[Progress], None]) -> None:
        self._watch = watch
        self._counted = {task: (0, task.total) for task in tasks}
        self._done, self._total, self._from_journal = 0, sum(task.total for task in tasks), 0
        for task in tasks:
            if task.is_done:
                self._count(task, task.submission.name)

    def report(self, queued: _QueuedJob, result: Any, *, from_journal: bool) -> None:
        """Call this after each job, with its result."""
        task, _, job = queued
        self._from_journal += from_journal
        self._count(task, str(job), result if isinstance(result, Conclusion) else None)

    def _count(self, task: GradingTask, latest: str, conclusion: Conclusion | None = None) -> None:
        done, total = self._counted[task]
        self._counted[task] = task.done, task.total
        self._done += task.done - done
        self._total += task.total - total
        grade = task.grade() if task.is_done else None
        self._watch(
            Progress(self._done, self._total, latest, self._from_journal, grade, conclusion)
        )
