"""Grades many submissions on many cores; the grades don't depend on how many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pacgrid.common.cpus import available_cpus

from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..model.conclusion import Conclusion
from ..model.grade import Grade
from ..sandbox.level import Level
from ..submissions.submission import Submission
from .grading_task import GradingTask, JobId, Rubric
from .job_runner import JobRunner, JobStore, QueuedJob, attempt_job, open_pool
from .journal import Journal
from .trial import Inspected


@dataclass(frozen=True)
class Progress:
    """How far grading has got."""

    done: float
    """How many results there are; a running test counts with the share of its games."""
    total: int
    """An estimate at first: an inspection shows which tests a submission needs."""
    latest: str
    """What has just been done."""
    from_journal: int = 0
    """How many of the results were in the journal."""
    grade: Grade | None = None
    """The grade of the submission that is finished with this, if one is."""
    conclusion: Conclusion | None = None
    """What the tests of a question say together, if that has just been found out."""


_QueuedJob = QueuedJob[GradingTask, JobId]


class Grader:
    """Grades submissions for an assignment, or for some `questions` of it, at the sandbox `level`.

    The jobs run in `jobs` processes of this machine (one for each core by default), or on the
    cluster of the Dask `scheduler` at this address. With a `journal`, every result is stored as
    soon as it is known, and stored results are not computed again. `watch` is called after every
    job, and now and then after a game.

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
        self._jobs = jobs or available_cpus()
        self._scheduler = scheduler
        self._store = JobStore(journal)
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
        # With a submission for every process, an inspection goes on to the first test: that saves a
        # worker. With fewer, it is faster to start the tests at once, each in its own process.
        continues = self._scheduler is None and len(submissions) >= self._jobs
        runner = JobRunner(
            self._store,
            finish=partial(self._finish, tracker=tracker),
            found=partial(_found, tracker=tracker),
            on_games=tracker.report_games,
        )
        with open_pool(self._rubric.level, self._jobs, self._scheduler) as pool:
            for is_hidden in (False, True):
                jobs = [
                    queued
                    for task in tasks
                    for queued in _jobs(task, hidden=is_hidden, continues=continues)
                ]
                for suspect in runner.run(pool, jobs):
                    runner.run_alone(pool, partial(_jobs, suspect.task, hidden=is_hidden))
        return [task.grade() for task in tasks]

    def _finish(
        self, queued: _QueuedJob, result: Any, *, tracker: "_ProgressTracker"
    ) -> list[_QueuedJob]:
        """Stores and records the result of a job. Returns the jobs that it leads to."""
        outcome = None
        if isinstance(result, Inspected):
            result, outcome = result.found, result.outcome
        stored = self._store.store(queued.job, result)
        following = _record(queued, stored)
        tracker.report(queued, stored)
        if outcome and following and stored == result:  # the same worker has run the first test
            return [*self._finish(following[0], outcome, tracker=tracker), *following[1:]]
        return following


def _jobs(task: GradingTask, *, hidden: bool, continues: bool = False) -> list[_QueuedJob]:
    """The visible or the `hidden` jobs of `task` that can run now."""
    jobs = task.jobs(hidden=hidden, continues=continues)
    return [QueuedJob(task, name, job) for name, job in jobs.items()]


def _found(queued: _QueuedJob, stored: Any, *, tracker: "_ProgressTracker") -> list[_QueuedJob]:
    """Records the result of a job that was in the journal. Returns the jobs that it leads to."""
    following = _record(queued, stored)
    tracker.report(queued, stored, from_journal=True)
    return following


def _record(queued: _QueuedJob, result: Any) -> list[_QueuedJob]:
    """Records `result` in the task. Returns the jobs that it leads to."""
    task, name, job = queued
    if fault := attempt_job(job, partial(task.record, name, result)):
        task.record(name, job.failed(fault))
    return [QueuedJob(task, following, job) for following, job in task.following(name).items()]


class _ProgressTracker:
    """Adds up how far `tasks` have got, and passes it to `watch`."""

    def __init__(self, tasks: Sequence[GradingTask], watch: Callable[[Progress], None]) -> None:
        self._watch = watch
        self._counted = {task: (0, task.total) for task in tasks}
        self._done, self._total, self._from_journal = 0, sum(task.total for task in tasks), 0
        self._shares: dict[tuple[GradingTask, JobId], float] = {}
        """For each running test: the share of its games that is finished."""
        for task in tasks:
            if task.is_done:
                self._count(task, task.submission.name)

    def report(self, queued: _QueuedJob, result: Any, *, from_journal: bool = False) -> None:
        """Call this after each job, with its result."""
        task, test, job = queued
        self._shares.pop((task, test), None)
        self._from_journal += from_journal
        self._count(task, str(job), result if isinstance(result, Conclusion) else None)

    def report_games(self, queued: _QueuedJob, games: int) -> None:
        """Call this when a running job has finished that many games."""
        task, test, job = queued
        self._shares[task, test] = min(1, games / job.size)
        done = self._done + sum(self._shares.values())
        latest = f"{job}: {games} of {job.size}" if test else str(job)
        self._watch(Progress(done, self._total, latest, self._from_journal))

    def _count(self, task: GradingTask, latest: str, conclusion: Conclusion | None = None) -> None:
        done, total = self._counted[task]
        self._counted[task] = task.done, task.total
        self._done += task.done - done
        self._total += task.total - total
        grade = task.grade() if task.is_done else None
        shares = sum(self._shares.values())
        so_far = self._done + shares
        self._watch(Progress(so_far, self._total, latest, self._from_journal, grade, conclusion))
