"""Grades many submissions on many cores; the grades don't depend on how many."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

from pacgrid.common.cpus import available_cpus
from pacgrid.common.failure import Failure

from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..model.conclusion import Conclusion
from ..model.errors import GradingError
from ..model.fault import Fault, attempt, has_fault
from ..model.grade import Grade
from ..sandbox.level import Level
from ..submissions.submission import Submission
from .cluster_access import ClusterAccess
from .grading_task import GradingTask, JobId, Rubric
from .job import Job
from .journal import Journal
from .pool import InlinePool, Pool, WorkerDiedError
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


_TaskJob = tuple[GradingTask, JobId, Job]


class Grader:
    """Grades submissions for an assignment, or for some `questions` of it, at the sandbox `level`.

    The jobs run in `jobs` processes of this machine (one for each core by default), or on the Dask
    cluster that `cluster` leads to. With a `journal`, every result is stored
    as soon as it is known, and stored results are not computed again. `watch` is called after
    every job, and now and then after a game.

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
        cluster: ClusterAccess | None = None,
        journal: Journal | None = None,
        watch: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._rubric = Rubric(assignment, questions or assignment.questions, level)
        self._jobs = jobs or available_cpus()
        self._cluster = cluster
        self._journal = journal
        self._watch = watch

    def grade(self, submissions: Sequence[Submission]) -> list[Grade]:
        """The grades of `submissions`, in the same order.

        Raises:
            GradingError: the failure is not a submission's: a ghost raised an error.
            PoolError: no process or no worker of the cluster does the work.
            ClusterError: the cluster can't be reached, or its key doesn't fit.
            JournalError: the journal can't be read or written.
        """
        tasks = [GradingTask(submission, self._rubric) for submission in submissions]
        tracker = _ProgressTracker(tasks, self._watch)
        # With a submission for every process, an inspection goes on to the first test: that saves a
        # worker. With fewer, it is faster to start the tests at once, each in its own process.
        continues = self._cluster is None and len(submissions) >= self._jobs
        with self._pool() as pool:
            for hidden in (False, True):
                for task, *_ in self._run(tasks, pool, tracker, hidden, continues=continues):
                    self._run_alone(task, pool, tracker, hidden)
        return [task.grade() for task in tasks]

    def _pool(self) -> AbstractContextManager[Pool]:
        level = self._rubric.level
        if self._cluster:
            from .cluster import cluster

            return cluster(self._cluster, level, self._jobs)
        if self._jobs == 1:
            return InlinePool()
        from .process_pool import ProcessPool

        return ProcessPool(self._jobs, level)

    def _run(
        self,
        tasks: Sequence[GradingTask],
        pool: Pool,
        tracker: "_ProgressTracker",
        hidden: bool,
        *,
        continues: bool = False,
    ) -> list[_TaskJob]:
        """Runs the visible or the `hidden` jobs of `tasks`. Returns a job of each task that had one
        running when a process died; such a task isn't finished."""
        waiting = deque(
            (task, test, job)
            for task in tasks
            for test, job in task.jobs(hidden=hidden, continues=continues).items()
        )
        running: dict[Future[Any], _TaskJob] = {}
        suspects: dict[GradingTask, _TaskJob] = {}
        while waiting or running:
            while waiting and pool.has_room(len(running)):
                task, _, job = task_job = waiting.popleft()
                if task in suspects:
                    continue
                if (stored := self._find(job)) is not None:
                    waiting.extendleft(reversed(_record(task_job, stored)))
                    tracker.report(task_job, stored, from_journal=True)
                    continue
                running[pool.submit(job, partial(tracker.report_games, task_job))] = task_job
            done = pool.wait(running) if running else set()
            for future in [future for future in running if future in done]:
                task, _, job = task_job = running.pop(future)
                try:
                    result = _attempt(job, partial(pool.result, future), WorkerDiedError)
                except WorkerDiedError:
                    suspects[task] = task_job
                    continue
                waiting.extendleft(reversed(self._finish(task_job, result, tracker)))
        return list(suspects.values())

    def _run_alone(
        self, task: GradingTask, pool: Pool, tracker: "_ProgressTracker", hidden: bool
    ) -> None:
        """Runs the jobs of `task` one by one. Those that end the process they run in fail."""
        while task.jobs(hidden=hidden):
            with pool.alone() as alone:
                for task_job in self._run([task], alone, tracker, hidden):
                    result = task_job[2].failed(Failure("ended the grader's process"))
                    self._finish(task_job, result, tracker)

    def _finish(
        self, task_job: _TaskJob, result: Any, tracker: "_ProgressTracker"
    ) -> list[_TaskJob]:
        """Stores and records the result of a job. Returns the jobs that it leads to."""
        outcome = None
        if isinstance(result, Inspected):
            result, outcome = result.found, result.outcome
        stored = self._store(task_job[2], result)
        following = _record(task_job, stored)
        tracker.report(task_job, stored)
        if outcome and following and stored == result:  # the same worker has run the first test
            return [*self._finish(following[0], outcome, tracker), *following[1:]]
        return following

    def _find(self, job: Job) -> Any:
        """The result of `job` in the journal, or that of a fault in reading it; None if there is
        none."""
        if not (journal := self._journal):
            return None

        def find() -> Any:
            text = journal.find(job.key())
            return self._read(job, text) if text is not None else None

        found = _attempt(job, find)
        return job.failed(found) if isinstance(found, Fault) else found

    def _store(self, job: Job, result: Any) -> Any:
        """Stores `result`, unless it has a fault. Returns what counts: another run may have stored
        its own before."""
        if (journal := self._journal) and not has_fault(result):
            outcome = result
            result = _attempt(
                job, lambda: self._read(job, journal.store(job.key(), job.dump(outcome)))
            )
        return job.failed(result) if isinstance(result, Fault) else result

    def _read(self, job: Job, text: str) -> Any:
        assert self._journal
        try:
            return job.read(text)
        except ValueError as error:
            raise self._journal.damaged(str(error).splitlines()[0]) from None


def _record(task_job: _TaskJob, result: Any) -> list[_TaskJob]:
    """Records `result` in the task. Returns the jobs that it leads to."""
    task, name, job = task_job
    if fault := _attempt(job, partial(task.record, name, result)):
        task.record(name, job.failed(fault))
    return [(task, following, job) for following, job in task.following(name).items()]


def _attempt(job: Job, function: Callable[[], Any], *others: type[Exception]) -> Any:
    """What `function` returns for `job`, or the fault. Raises PacgridError, and `others`."""
    try:
        return attempt(function, *others)
    except OSError as error:
        raise GradingError(f"{job}: {type(error).__name__}: {error}") from error


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

    def report(self, task_job: _TaskJob, result: Any, *, from_journal: bool = False) -> None:
        """Call this after each job, with its result."""
        task, test, job = task_job
        self._shares.pop((task, test), None)
        self._from_journal += from_journal
        self._count(task, str(job), result if isinstance(result, Conclusion) else None)

    def report_games(self, task_job: _TaskJob, games: int) -> None:
        """Call this when a running job has finished that many games."""
        task, test, job = task_job
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
