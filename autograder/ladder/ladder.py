"""Plays a ladder: inspects the entrants, and plays waves of games until enough is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pacgrid.common.failure import Failure

from ..batch.job_runner import JobRunner, JobStore, QueuedJob, open_pool
from ..batch.journal import Journal
from ..batch.pool import Pool
from ..model.fault import Fault
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.replies import Loaded
from .anchors import anchors, check_anchors
from .board import percent
from .entrant import Entrant, EntrantInspection, entrant_of
from .game_result import GameResult
from .ladder_field import LadderField
from .ladder_game import GameMaker
from .pairing import Pairing
from .player import Conditions
from .rating import Rating
from .rules import LadderRules
from .schedule import first_wave, next_wave


@dataclass(frozen=True)
class LadderProgress:
    """How far a ladder has got."""

    done: int
    total: int
    """An estimate: it may be over sooner."""
    latest: str
    from_journal: int = 0
    """How many of the results were in the journal."""


@dataclass(frozen=True)
class PlayedLadder:
    """A ladder that is over."""

    rules: LadderRules
    level: Level
    entrants: tuple[Entrant, ...]
    """Those who can't play, too; the anchors last."""
    results: Mapping[Pairing, GameResult]
    """Without moves, in the order of the pairings."""
    faults: tuple[tuple[str, Fault], ...] = ()
    """What went wrong in the grader, and in which job."""
    from_journal: int = 0

    @cached_property
    def field(self) -> LadderField:
        """Who has played."""
        return LadderField.of(self.entrants, (layout.name for layout in self.rules.layouts))

    @cached_property
    def rating(self) -> Rating:
        """What the games say."""
        return rate(self.field, self.rules, self.results)

    @cached_property
    def games(self) -> GameMaker:
        """Makes its games again."""
        return GameMaker(self.entrants, self.rules.conditions(self.level), self.rules.seed)


def rate(field: LadderField, rules: LadderRules, results: Mapping[Pairing, GameResult]) -> Rating:
    """The rating by the results of games; those that weren't finished don't count."""
    layouts = {layout.name: layout for layout in rules.layouts}
    percentages = {
        pairing: percent(result.score, layouts[pairing.layout])
        for pairing, result in results.items()
        if result.score is not None
    }
    return Rating.of(field, percentages, seed=rules.seed)


class Ladder:
    """A ladder by `rules`, whose jobs run at the sandbox `level`: in `jobs` processes of this
    machine (one for each core by default), or on the cluster of the Dask `scheduler` at
    this address.

    With a `journal`, every result is stored as soon as it is known, and stored results are not
    computed again. `watch` is called after every job. The results depend neither on the number of
    processes nor on which games end first.
    """

    def __init__(
        self,
        rules: LadderRules,
        *,
        level: Level,
        jobs: int | None = None,
        scheduler: str | None = None,
        journal: Journal | None = None,
        watch: Callable[[LadderProgress], None] = lambda _: None,
    ) -> None:
        self._rules = rules
        self._level = level
        self._jobs = jobs
        self._scheduler = scheduler
        self._store = JobStore(journal)
        self._watch = watch

    def play(self, submissions: Sequence[Submission]) -> PlayedLadder:
        """Plays all games.

        Raises:
            AnchorError: an anchor can't play.
            GradingError: an anchor failed in a game.
            PoolError: no process or no worker of the cluster does the work.
            JournalError: the journal can't be read or written.
        """
        rules = self._rules
        conditions = rules.conditions(self._level)
        anchored = anchors(rules.anchors, [submission.name for submission in submissions])
        check_anchors(anchored, conditions.values())
        with open_pool(self._level, self._jobs, self._scheduler) as pool:
            batch = _Batch(pool, self._store, self._watch)
            entrants = (*self._inspected(batch, submissions), *anchored)
            field = LadderField.of(entrants, conditions)
            results = self._results(batch, field, entrants, conditions)
        return PlayedLadder(
            rules,
            self._level,
            entrants,
            dict(sorted(results.items())),
            tuple(batch.faults),
            batch.from_journal,
        )

    def _inspected(self, batch: "_Batch", submissions: Sequence[Submission]) -> list[Entrant]:
        """The entrants that handed in `submissions`, in their order."""
        rules = self._rules
        names = tuple(rules.class_names.values())
        jobs = {
            submission.name: EntrantInspection(submission, names, rules.limits, self._level)
            for submission in submissions
            if not submission.problem
        }
        found: dict[str, Loaded | Failure] = batch.run(jobs)
        return [
            entrant_of(each, each.problem or found[each.name], rules.class_names)
            for each in submissions
        ]

    def _results(
        self,
        batch: "_Batch",
        field: LadderField,
        entrants: tuple[Entrant, ...],
        conditions: Mapping[str, Conditions],
    ) -> dict[Pairing, GameResult]:
        plan, games = self._rules.plan, GameMaker(entrants, conditions, self._rules.seed)
        batch.expect(plan.budget(field))
        results: dict[Pairing, GameResult] = {}
        wave = first_wave(field, plan)
        while wave:
            results |= batch.run({pairing: games.game(pairing) for pairing in wave})
            rating = rate(field, self._rules, results)
            wave = next_wave(field, plan, results.keys(), rating)
        return results


class _Batch:
    """Runs the jobs of a ladder, and counts them."""

    def __init__(
        self, pool: Pool, store: JobStore, watch: Callable[[LadderProgress], None]
    ) -> None:
        self.faults: list[tuple[str, Fault]] = []
        self.from_journal = 0
        self._pool = pool
        self._store = store
        self._watch = watch
        self._done = self._total = 0

    def expect(self, jobs: int) -> None:
        """Announces so many jobs."""
        self._total = self._done + jobs

    def run(self, jobs: Mapping[Any, Any]) -> dict[Any, Any]:
        """The results of `jobs`, by the same keys; those of games without moves."""
        results: dict[Any, Any] = {}
        self._total = max(self._total, self._done + len(jobs))

        def keep(queued: QueuedJob[Any, None], result: Any) -> None:
            compact = result.compact if isinstance(result, GameResult) else result
            results[queued.task] = compact
            self._done += 1
            self._watch(LadderProgress(self._done, self._total, str(queued.job), self.from_journal))

        def finish(queued: QueuedJob[Any, None], result: Any) -> list[QueuedJob[Any, None]]:
            if isinstance(result, Fault):
                self.faults.append((str(queued.job), result))
            keep(queued, self._store.store(queued.job, result))
            return []

        def found(queued: QueuedJob[Any, None], result: Any) -> list[QueuedJob[Any, None]]:
            self.from_journal += 1
            keep(queued, result)
            return []

        runner = JobRunner[Any, None](
            self._store, finish=finish, found=found, on_games=lambda *_: None
        )
        queue = [QueuedJob(task, None, job) for task, job in jobs.items()]

        def left(suspect: QueuedJob[Any, None]) -> list[QueuedJob[Any, None]]:
            return [] if suspect.task in results else [suspect]

        for suspect in runner.run(self._pool, queue):
            runner.run_alone(self._pool, partial(left, suspect))
        return results
