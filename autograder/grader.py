"""Grading many submissions on many cores; what comes out doesn't depend on how many."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.grading_task import GradingTask, Place, Rubric
from pacgrid.autograder.batch.job import Job
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.scheduler import Local, Pool, Scheduler, WorkerDiedError
from pacgrid.autograder.grade import Grade, GradingError
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.common.cpus import available_cpus
from pacgrid.common.failure import Failure


@dataclass(frozen=True)
class Progress:
    """How far grading has come."""

    done: int
    total: int
    """Known better and better: which tests a file needs is known when it has been looked at."""
    doing: str
    """What was done last."""
    kept: int = 0
    """How many of those done were in the journal."""
    grade: Grade | None = None
    """Of the submission that is finished with this, if one is."""


_Task = tuple[GradingTask, Place, Job]


class Grader:
    """Grades submissions for an assignment, or for one `question` of it, behind the wall `level`.

    The work is done by `jobs` processes (one for each core) of this machine; or by the Dask cluster
    whose `scheduler` is at that address. What comes of it is kept in `journal` piece by piece, and
    what is there already isn't done again. `watch` is told of every piece.
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
        """A grade for each of `submissions`, in their order.

        Raises:
            GradingError: something of ours failed: a ghost.
            SchedulerError: nobody does the work.
            JournalError: the journal can't be read or written.
        """
        papers = [GradingTask(submission, self._rubric) for submission in submissions]
        count = _Count(papers, self._watch)
        with self._scheduler() as scheduler:
            while left := [paper for paper in papers if not paper.is_done]:
                with scheduler.pool(sum(paper.total for paper in left)) as pool:
                    suspects = self._run(left, pool, count)
                for paper in suspects:
                    with scheduler.alone() as pool:
                        guilty = self._run([paper], pool, count)
                    if guilty:
                        paper.fail(Failure("ended the grader's process"))
                        count.tell(paper, paper.submission.name)
        return [paper.grade() for paper in papers]

    @contextmanager
    def _scheduler(self) -> Iterator[Scheduler]:
        if self._address is not None:
            from pacgrid.autograder.batch.cluster import cluster

            with cluster(self._address, self._rubric.level, self._jobs) as workers:
                yield workers
        else:
            yield Local(self._jobs)

    def _run(self, papers: Sequence[GradingTask], pool: Pool, count: "_Count") -> list[GradingTask]:
        """Do the jobs of `papers`. Those in whose job a process died are left unfinished, and
        returned; others may be left if the pool is dead."""
        waiting = deque(task for paper in papers for task in _tasks(paper))
        running: dict[Future[Any], _Task] = {}
        suspects: dict[GradingTask, None] = {}
        while waiting or running:
            while waiting and pool.has_room(len(running)):
                paper, _, job = task = waiting.popleft()
                if paper in suspects:
                    continue
                if (found := self._find(job)) is not None:
                    waiting.extendleft(reversed(_note(task, found)))
                    count.tell(paper, str(job), kept=True)
                    continue
                try:
                    running[pool.submit(job)] = task
                except WorkerDiedError:
                    waiting.clear()
            done = wait(running, return_when=FIRST_COMPLETED).done if running else set()
            for future in [future for future in running if future in done]:
                paper, _, job = task = running.pop(future)
                try:
                    result = pool.result(future)
                except WorkerDiedError:
                    suspects[paper] = None
                    continue
                except OSError as error:
                    raise GradingError(f"{job}: {type(error).__name__}: {error}") from error
                waiting.extendleft(reversed(_note(task, self._keep(job, result))))
                count.tell(paper, str(job))
        return list(suspects)

    def _find(self, job: Job) -> Any:
        """What came of `job` before, if the journal has it."""
        text = self._journal.find(job.key()) if self._journal else None
        return self._read(job, text) if text is not None else None

    def _keep(self, job: Job, result: Any) -> Any:
        """`result`; or what another run, at work on the same, kept before this one."""
        if not self._journal:
            return result
        return self._read(job, self._journal.keep(job.key(), job.dump(result)))

    def _read(self, job: Job, text: str) -> Any:
        assert self._journal
        try:
            return job.read(text)
        except ValueError as error:
            raise self._journal.damaged(str(error).splitlines()[0]) from None


def _tasks(paper: GradingTask) -> list[_Task]:
    """What is left to do for `paper`."""
    return [(paper, place, job) for place, job in paper.jobs().items()]


def _note(task: _Task, result: Any) -> list[_Task]:
    """Note what came of `task`; what is to be done next because of it."""
    paper, place, _ = task
    paper.note(place, result)
    return _tasks(paper) if place is None else []


class _Count:
    """Tells `watch` how far `papers` are."""

    def __init__(self, papers: Sequence[GradingTask], watch: Callable[[Progress], None]) -> None:
        self._watch = watch
        self._known = {paper: (0, paper.total) for paper in papers}
        self._done, self._total, self._kept = 0, sum(paper.total for paper in papers), 0
        for paper in papers:
            if paper.is_done:
                self.tell(paper, paper.submission.name)

    def tell(self, paper: GradingTask, doing: str, *, kept: bool = False) -> None:
        """`doing` has been done for `paper`, or was `kept`."""
        done, total = self._known[paper]
        self._known[paper] = now = paper.done, paper.total
        self._done += now[0] - done
        self._total += now[1] - total
        self._kept += kept
        grade = paper.grade() if paper.is_done else None
        self._watch(Progress(self._done, self._total, doing, self._kept, grade))
