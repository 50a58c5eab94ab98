"""Grades many submissions on many cores; the grades don't depend on how many."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.grading_task import GradingTask, Rubric, TestId
from pacgrid.autograder.batch.job import Job
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.scheduler import Local, Pool, Scheduler, WorkerDiedError
from pacgrid.autograder.grade import Grade, GradingError
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials.trial import Inspected
from pacgrid.common.cpus import available_cpus
from pacgrid.common.failure import Failure


@dataclass(frozen=True)
class Progress:
    """How far grading has got."""

    done: int
    total: int
    """An estimate at first: an inspection shows which tests a submission needs."""
    latest: str
    """What has just been done."""
    from_journal: int = 0
    """How many of the results were in the journal."""
    grade: Grade | None = None
    """The grade of the submission that is finished with this, if one is."""


_TaskJob = tuple[GradingTask, TestId, Job]


class Grader:
    """Grades submissions for an assignment, or for one `question` of it, at the sandbox `level`.

    The jobs run in `jobs` processes of this machine (one for each core by default), or on the Dask
    cluster with the scheduler at the address `scheduler`. With a `journal`, every result is stored
    as soon as it is known, and stored results are not computed again. `watch` is called after
    every job.
    """

    def __init__(
        self,
        assignment: Assignment,
        *,
        level: Level,
        question: str | None = None,
        jobs: int | None = None,
        scheduler: str | None = None,
        journal: Journal | None = None,
        watch: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        questions = [assignment.question(question)] if question else assignment.questions
        self._rubric = Rubric(assignment, questions, level)
        self._jobs = jobs or available_cpus()
        self._address = scheduler
        self._journal = journal
        self._watch = watch

    def grade(self, submissions: Sequence[Submission]) -> list[Grade]:
        """The grades of `submissions`, in the same order.

        Raises:
            GradingError: the failure is not a submission's: a ghost raised an error.
            SchedulerError: no process or no cluster does the work.
            JournalError: the journal can't be read or written.
        """
        # With a submission for every process, an inspection goes on to the first test: that saves a
        # worker. With fewer, it is faster to start the tests at once, each in its own process.
        continues = self._address is None and len(submissions) >= self._jobs
        tasks = [GradingTask(one, self._rubric, continues=continues) for one in submissions]
        tracker = _ProgressTracker(tasks, self._watch)
        with self._scheduler() as scheduler:
            while unfinished := [task for task in tasks if not task.is_done]:
                with scheduler.pool(sum(task.total for task in unfinished)) as pool:
                    suspects = self._run(unfinished, pool, tracker)
                for task in suspects:
                    with scheduler.isolated() as pool:
                        guilty = self._run([task], pool, tracker)
                    if guilty:
                        task.fail(Failure("ended the grader's process"))
                        tracker.report(task, task.submission.name)
        return [task.grade() for task in tasks]

    @contextmanager
    def _scheduler(self) -> Iterator[Scheduler]:
        level = self._rubric.level
        if self._address is not None:
            from pacgrid.autograder.batch.cluster import cluster

            with cluster(self._address, level, self._jobs) as workers:
                yield workers
        else:
            yield Local(self._jobs, level)

    def _run(
        self, tasks: Sequence[GradingTask], pool: Pool, tracker: "_ProgressTracker"
    ) -> list[GradingTask]:
        """Runs the jobs of `tasks`. Returns the tasks whose job was running when a process died;
        they are left unfinished. If the pool is dead, others may be too."""
        waiting = deque(job for task in tasks for job in _jobs(task))
        running: dict[Future[Any], _TaskJob] = {}
        suspects: dict[GradingTask, None] = {}
        while waiting or running:
            while waiting and pool.has_room(len(running)):
                task, _, job = task_job = waiting.popleft()
                if task in suspects:
                    continue
                if (stored := self._find(job)) is not None:
                    waiting.extendleft(reversed(_record(task_job, stored)))
                    tracker.report(task, str(job), from_journal=True)
                    continue
                try:
                    running[pool.submit(job)] = task_job
                except WorkerDiedError:
                    waiting.clear()
            done = wait(running, return_when=FIRST_COMPLETED).done if running else set()
            for future in [future for future in running if future in done]:
                task, _, job = task_job = running.pop(future)
                try:
                    result = pool.result(future)
                except WorkerDiedError:
                    suspects[task] = None
                    continue
                except OSError as error:
                    raise GradingError(f"{job}: {type(error).__name__}: {error}") from error
                waiting.extendleft(reversed(self._finish(task_job, result, tracker)))
        return list(suspects)

    def _finish(
        self, task_job: _TaskJob, result: Any, tracker: "_ProgressTracker"
    ) -> list[_TaskJob]:
        """Stores and records the result of a job. Returns the jobs that it leads to."""
        task, _, job = task_job
        outcome = None
        if isinstance(result, Inspected):
            result, outcome = result.found, result.outcome
        stored = self._store(job, result)
        following = _record(task_job, stored)
        tracker.report(task, str(job))
        if outcome and stored == result:  # the same worker has run the first test
            self._finish(following.pop(0), outcome, tracker)
        return following

    def _find(self, job: Job) -> Any:
        """The result of `job` in the journal; None if there is none."""
        text = self._journal.find(job.key()) if self._journal else None
        return self._read(job, text) if text is not None else None

    def _store(self, job: Job, result: Any) -> Any:
        """Stores `result`. Returns what counts: another run may have stored its own before."""
        if not self._journal:
            return result
        return self._read(job, self._journal.store(job.key(), job.dump(result)))

    def _read(self, job: Job, text: str) -> Any:
        assert self._journal
        try:
            return job.read(text)
        except ValueError as error:
            raise self._journal.damaged(str(error).splitlines()[0]) from None


def _jobs(task: GradingTask) -> list[_TaskJob]:
    """What is left to do for `task`."""
    return [(task, test, job) for test, job in task.jobs().items()]


def _record(task_job: _TaskJob, result: Any) -> list[_TaskJob]:
    """Records `result` in the task. Returns the jobs that it leads to."""
    task, test, _ = task_job
    task.record(test, result)
    return _jobs(task) if test is None else []


class _ProgressTracker:
    """Adds up how far `tasks` have got, and passes it to `watch`."""

    def __init__(self, tasks: Sequence[GradingTask], watch: Callable[[Progress], None]) -> None:
        self._watch = watch
        self._counted = {task: (0, task.total) for task in tasks}
        self._done, self._total, self._from_journal = 0, sum(task.total for task in tasks), 0
        for task in tasks:
            if task.is_done:
                self.report(task, task.submission.name)

    def report(self, task: GradingTask, latest: str, *, from_journal: bool = False) -> None:
        """Call this after each job of `task`."""
        done, total = self._counted[task]
        self._counted[task] = task.done, task.total
        self._done += task.done - done
        self._total += task.total - total
        self._from_journal += from_journal
        grade = task.grade() if task.is_done else None
        self._watch(Progress(self._done, self._total, latest, self._from_journal, grade))
