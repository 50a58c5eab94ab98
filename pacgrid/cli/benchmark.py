"""A benchmark: agents against ghosts on layouts, all in games with the same seeds."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.cli.benchmark_journal import BenchmarkJournal
from pacgrid.cli.benchmark_task import BenchmarkTask, Contest, Results
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import split_names
from pacgrid.cli.position import load_layout
from pacgrid.cli.processes import in_processes
from pacgrid.cli.series_summary import Result
from pacgrid.game import Limits


@dataclass(frozen=True)
class Benchmark:
    """Games of each agent against each of the `ghosts` on each layout.

    Raises PacgridError, when its `matchups` are made, for agents, ghosts and layouts that can't be
    loaded or don't go together.
    """

    agents: tuple[str, ...]
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    games: int
    """Games of each contest; they have the seeds `seed`, `seed + 1`, …"""
    seed: int
    limits: Limits
    num_ghosts: int | None = None
    opening: int = 0
    """How many random rounds, drawn from the seed, each game begins with."""
    judge: JudgeChoice | None = None
    """What judges Pac-Man's moves, if they are to be judged."""
    other_games: bool = False
    """Whether `layouts` are games other than Pac-Man, and `ghosts` those who play against the
    agents."""
    goal: float | None = None
    """Points; the games with at least so many are counted."""

    @cached_property
    def matchups(self) -> Mapping[Contest, Matchup]:
        boards = {} if self.other_games else {name: load_layout(name) for name in self.layouts}

        def matchup(name: str, ghosts: str, agent: str) -> Matchup:
            if self.other_games:
                return Matchup.of_game(name, agent, ghosts, limits=self.limits)
            names, count = split_names(ghosts), self.num_ghosts
            return Matchup.of(boards[name], agent, names, num_ghosts=count, limits=self.limits)

        matchups = {
            Contest(name, ghosts, agent): matchup(name, ghosts, agent)
            for name in self.layouts
            for ghosts in self.ghosts
            for agent in self.agents
        }
        if self.judge:
            for each in matchups.values():
                self.judge.check(each.setup)
        return matchups

    @property
    def command(self) -> str:
        """The command that plays it."""
        words = ["pacgrid", "bench", *self.agents]
        for ghosts in self.ghosts:
            words += ["--second" if self.other_games else "--ghosts", ghosts]
        for layout in self.layouts:
            words += ["--game" if self.other_games else "--layout", layout]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        for option, value, default in (
            ("--num-ghosts", self.num_ghosts, None),
            ("--goal", self.goal, None),
            ("--opening", self.opening, 0),
            ("--rounds", self.limits.rounds, Limits.rounds),
            ("--move-seconds", self.limits.move_seconds, None),
        ):
            if value != default:
                words += [option, f"{value:g}"]
        if self.judge:
            words += ["--analyse", *self.judge.options]
        return shlex.join(words)

    def play(
        self,
        journal: BenchmarkJournal | None = None,
        jobs: int = 1,
        watch: Callable[[int, int], object] | None = None,
    ) -> Results:
        """Play the games that `journal` doesn't have yet, in `jobs` processes.

        `watch` is called with the number of games done and of all games, at the start and after
        each game.
        """
        tasks = list(self._tasks())
        found = ((task.key, journal.find(task.key)) for task in tasks) if journal else ()
        results = {key: result for key, result in found if result}
        missing = {task.key: task for task in tasks if task.key not in results}
        if watch:
            watch(len(tasks) - len(missing), len(tasks))
        for task, result in in_processes(BenchmarkTask.play, list(missing.values()), jobs):
            results[task.key] = result
            del missing[task.key]
            if journal:
                journal.add(task.key, result)
            if watch:
                watch(len(tasks) - len(missing), len(tasks))
        played: dict[Contest, list[Result]] = {contest: [] for contest in self.matchups}
        for task in tasks:
            played[task.contest].append(results[task.key])
        return played

    def _tasks(self) -> Iterator[BenchmarkTask]:
        seeds = range(self.seed, self.seed + self.games)
        for contest, matchup in self.matchups.items():
            yield from BenchmarkTask.series(contest, matchup, seeds, self.opening, self.judge)
