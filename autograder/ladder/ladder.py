"""Plays a ladder: inspects the entrants, and plays all games."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pacgrid.common.failure import Failure

from ..batch.grader import open_pool
from ..batch.grading_job import Inspection
from ..batch.journal import Journal
from ..batch.pool import JobRunner, Pool, QueuedJob
from ..model.fault import Fault
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.replies import Loaded
from .entrants import Entrant, anchors, check_anchors, entrant_of
from .forfeits import TimeLedger, counting
from .ladder_game import ForfeitKind, GameMaker, GameResult, Pairing, percent
from .ladder_rules import LadderRules
from .rating import LadderField, Rating


@dataclass(frozen=True)
class LadderProgress:
    """How far a ladder has got."""

    done: int
    total: int
    """It grows when the entrants are known."""
    latest: str
    from_journal: int = 0
    """How many of the results were in the journal."""


@dataclass(frozen=True)
class PlayedLadder:
    """A ladder that is over."""

    rules: LadderRules
    level: Level
    entrants: tuple[Entrant, ...]
    """They include those who can't play; the anchors come last."""
    results: Mapping[Pairing, GameResult]
    """The results have no moves. They are in the order of the pairings."""
    faults: tuple[tuple[str, Fault], ...] = ()
    """What went wrong in the grader, and in which job."""
    from_journal: int = 0

    @cached_property
    def field(self) -> LadderField:
        """Who has played."""
        return LadderField.of(self.entrants, (layout.name for layout in self.rules.layouts))

    @cached_property
    def rating(self) -> Rating:
        """What the games say; those that weren't finished don't count."""
        layouts = {layout.name: layout for layout in self.rules.layouts}
        return Rating.of(
            self.field,
            {
                pairing: percent(result.score, layouts[pairing.layout])
                for pairing, result in self.results.items()
                if result.score is not None
            },
        )

    @cached_property
    def games(self) -> GameMaker:
        """Makes its games again."""
        return GameMaker(self.entrants, self.rules.conditions(self.level), self.rules.seed)


class Ladder:
    """A ladder by `rules`, whose jobs run at the sandbox `level`: in `jobs` processes of this
    machine (one for each core by default), or on the cluster of the Dask `scheduler` at
    this address.

    With a `journal`, every result is stored as soon as it is known, and stored results are not
    computed again. `watch` is called after every job. The results depend neither on the number of
    processes nor on which games end first, but for the times that decide who has used up its own.
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
        self._open_pool = partial(open_pool, level, jobs, scheduler)
        self._journal = journal
        self._watch = watch
        self._done = self._total = self._from_journal = 0
        self._faults: list[tuple[str, Fault]] = []

    def play(self, submissions: Sequence[Submission]) -> PlayedLadder:
        """Plays all games, once.

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
        with self._open_pool() as pool:
            entrants = (*self._inspected(pool, submissions), *anchored)
            games = GameMaker(entrants, conditions, rules.seed)
            pairings = LadderField.of(entrants, conditions).games(rules.games)
            results = self._results(pool, pairings, games)
        return PlayedLadder(
            rules,
            self._level,
            entrants,
            counting(dict(sorted(results.items()))),
            tuple(self._faults),
            self._from_journal,
        )

    def _inspected(self, pool: Pool, submissions: Sequence[Submission]) -> list[Entrant]:
        """The entrants that handed in `submissions`, in their order."""
        rules = self._rules
        jobs = {
            submission.name: Inspection(submission, (), (), rules.limits, self._level)
            for submission in submissions
            if not submission.problem
        }
        self._total = self._done + len(jobs)
        queue = (QueuedJob(name, None, job) for name, job in jobs.items())
        found: dict[str, Loaded | Failure] = self._run(pool, queue)
        return [entrant_of(each, each.problem or found[each.name]) for each in submissions]

    def _results(
        self, pool: Pool, pairings: Sequence[Pairing], games: GameMaker
    ) -> dict[Pairing, GameResult]:
        """The results of all games, without moves. Who has used up its time isn't played with."""
        ledger = TimeLedger(pairings, self._rules.limits.submission)
        self._total = self._done + len(pairings)

        def queue() -> Iterator[QueuedJob[Any, None]]:
            for pairing in pairings:
                game = games.game(pairing)
                if ledger.forfeit(pairing):
                    self._tell(str(game))
                else:
                    yield QueuedJob(pairing, None, game)

        results = self._run(pool, queue(), ledger.enter)
        for pairing in pairings:
            if forfeit := ledger.forfeit(pairing):
                role, reason = forfeit
                results[pairing] = games.game(pairing).forfeited(role, ForfeitKind.SPENT, reason)
        return results

    def _tell(self, latest: str, *, from_journal: bool = False) -> None:
        """Tells the caller about one more job that is done."""
        self._done += 1
        self._from_journal += from_journal
        self._watch(LadderProgress(self._done, self._total, latest, self._from_journal))

    def _run(
        self,
        pool: Pool,
        jobs: Iterable[QueuedJob[Any, None]],
        enter: Callable[[Pairing, GameResult], None] = lambda *_: None,
    ) -> dict[Any, Any]:
        """The results of `jobs` by their tasks, those of games without moves; first, `enter` gets
        each of a game."""
        results: dict[Any, Any] = {}

        def keep(
            queued: QueuedJob[Any, None], result: Any, /, *, from_journal: bool
        ) -> list[QueuedJob[Any, None]]:
            if isinstance(result, GameResult):
                enter(queued.task, result)
                result = result.compact
            results[queued.task] = result
            self._tell(str(queued.job), from_journal=from_journal)
            return []

        def left(suspect: QueuedJob[Any, None]) -> list[QueuedJob[Any, None]]:
            return [] if suspect.task in results else [suspect]

        runner = JobRunner[Any, None](self._journal, keep)
        for suspect in runner.run(pool, jobs):
            runner.run_alone(pool, partial(left, suspect))
        self._faults += [(str(job), fault) for job, fault in runner.faults]
        return results
