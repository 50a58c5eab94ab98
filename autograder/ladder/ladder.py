"""The rules of a ladder, and how it is played: entrants are inspected, and games run as jobs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, ValidationError

from pacgrid.common.failure import Failure
from pacgrid.common.files import read_regular_file
from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.layout import Layout

from ..assignments.assignment import check_file_name, describe
from ..batch.grader import Progress, open_pool
from ..batch.grading_job import Inspection
from ..batch.journal import Journal
from ..batch.pool import JobRunner, Pool, QueuedJob
from ..kinds.kind import BoardLayout, Ghost
from ..model.fault import Fault, GradingError
from ..model.schema import Line, StrictModel, SubmissionLimits, TomlError, parse_toml
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.replies import Loaded
from .entrants import DEFAULT_ANCHORS, Conditions, Entrant, anchors, check_anchors, entrant_of
from .ladder_game import ForfeitKind, GameMaker, GameResult, Pairing, percent
from .rating import LadderField, Rating, TimeLedger, counting

LAYOUTS = ("small", "medium", "trap", "corridors", "crossroads", "lure")
SECRET = 1 << 32
"""A smaller seed can be guessed."""
_MAX_BYTES = 1 << 20


class RulesError(GradingError):
    """Rules that can't be used; names the file, the place in it, and what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class LadderRules(StrictModel):
    """The rules, as in `ladder.toml`."""

    title: Line = "Ladder"
    file: Annotated[str, AfterValidator(check_file_name)] = "agent.py"
    """The name of the file to load, in a hand-in of several files."""
    layouts: Annotated[list[BoardLayout], Field(min_length=1)] = Field(
        default_factory=lambda: [Layout.load(name) for name in LAYOUTS]
    )
    games: Annotated[int, Field(ge=1)] | None = None
    """At most so many games; by default, everybody plays everybody else once on each layout."""
    seed: int = 0
    """The seed of all random numbers. Keep it secret while entrants can still change their
    agents."""
    rounds: Annotated[int, Field(ge=1)] = 300
    """Pac-Man's moves after which a game is cut off."""
    anchors: list[Ghost] = Field(default_factory=lambda: list(DEFAULT_ANCHORS))
    """Agents and teams that everybody plays against, so that ratings of different years compare."""
    limits: SubmissionLimits = SubmissionLimits()

    @classmethod
    def load(cls, path: Path) -> Self:
        """Reads the rules in a TOML file. Paths in it are relative to its folder.

        Raises:
            RulesError: one line with the file, the key or line, and what is wrong there.
        """
        try:
            text = read_regular_file(path, _MAX_BYTES).decode("utf-8-sig")
            data = parse_toml(text)
            if line := next(filter(None, (gone(f"the rule {key}") for key in data)), ""):
                raise RulesError(f"{path}: {line}")
            return cls.model_validate(data, context={"folder": path.parent})
        except FileNotFoundError:
            raise RulesError(f"{path}: no such file; write the rules of the ladder there") from None
        except OSError as error:
            raise RulesError(f"{path}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RulesError(f"{path}: is not UTF-8 text; write it in TOML") from None
        except TomlError as error:
            raise RulesError(f"{path}:{error}") from None
        except ValidationError as error:
            raise RulesError(f"{path}: {describe(error)}") from None

    def changed(self, **values: object) -> Self:
        """The same rules with other values. Raises RulesError if nobody can play a layout."""
        rules = self.model_copy(update=values)
        for layout in rules.layouts:
            if not layout.ghosts:
                raise RulesError(f"{layout.name}: has no ghosts; a ladder needs at least one")
        for first, second in combinations(rules.layouts, 2):
            if first.rows == second.rows:
                raise RulesError(f"{second.name}: is the same board as {first.name}; name it once")
        return rules

    def conditions(self, level: Level) -> Mapping[str, Conditions]:
        """Those of the games, by the name of the layout."""
        limits = self.limits.for_each_of(1)  # no game takes more than all may
        return {
            layout.name: Conditions(layout, self.rounds, limits, level) for layout in self.layouts
        }

    @property
    def advice(self) -> str:
        """What to say about a seed that can be guessed; "" if it can't."""
        if abs(self.seed) >= SECRET:
            return ""
        return (
            f"seed {self.seed} can be guessed, and with it what the anchors draw; for a contest,"
            f" choose a secret one, such as --seed {SECRET + randbelow((1 << 62) - SECRET)}"
        )


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
        watch: Callable[[Progress], None] = lambda _: None,
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
        self._done += 1
        self._from_journal += from_journal
        self._watch(Progress(self._done, self._total, latest, self._from_journal))

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
