"""Plays a suite: every agent against the suite's ghosts, and others, on its boards."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from math import isfinite

from pacgrid.agent_loader import MAX_AGENT_BYTES, load_agent
from pacgrid.agent_spec import AgentSpec
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.cli.benchmark_journal import BenchmarkJournal
from pacgrid.cli.benchmark_task import BenchmarkTask, play_tasks
from pacgrid.cli.contest import Contest
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import split_names
from pacgrid.cli.series_summary import Result
from pacgrid.cli.solved_boards import SolvedBoards, optimum_of
from pacgrid.common.files import read_regular_file
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.suites.results import ContestResults, SuiteAgent, SuiteResults
from pacgrid.suites.suite import LevelGroup, Suite

DIGITS = 3
"""Of regrets: solutions have 7 digits."""


@dataclass(frozen=True)
class SuiteRun:
    """The games of `agents` in a suite. Raises PacgridError, when its `tasks` are made, for agents
    and ghosts that can't be loaded."""

    name: str
    suite: Suite
    fingerprint: str
    agents: Sequence[str]
    ghosts: Sequence[str]
    """More ghosts than the suite has; they play on the boards that aren't solved."""
    boards: SolvedBoards

    @property
    def command(self) -> str:
        """The command that plays it."""
        ghosts = [word for name in self.ghosts for word in ("--ghosts", name)]
        return shlex.join(["pacgrid", "bench", *self.agents, "--suite", self.name, *ghosts])

    @cached_property
    def tasks(self) -> Mapping[tuple[str, Contest], Sequence[BenchmarkTask]]:
        """The games of each contest, with the name of its group."""
        return {
            (group.name, contest): tuple(tasks)
            for group in self.suite.groups
            for contest, tasks in self._contests(group)
        }

    @cached_property
    def repeated(self) -> Mapping[str, tuple[BenchmarkTask, BenchmarkTask]]:
        """By agent: its first game, and the same game to be played once more."""
        first = {contest.agent: tasks[0] for (_, contest), tasks in reversed([*self.tasks.items()])}
        return {a: (task, replace(task, key=f"{task.key}-again")) for a, task in first.items()}

    def play(
        self,
        journal: BenchmarkJournal | None = None,
        jobs: int = 1,
        watch: Callable[[int, int], object] | None = None,
    ) -> tuple[SuiteResults, Sequence[Result]]:
        """Play it as `play_tasks` does. Returns what it showed, and its games."""
        tasks = [task for tasks in self.tasks.values() for task in tasks]
        again = [second for _, second in self.repeated.values()]
        played = play_tasks(tasks + again, journal, jobs, watch)
        contests = [
            self._contest_results(group, contest, own, [played[task.key] for task in own])
            for (group, contest), own in self.tasks.items()
        ]
        results = SuiteResults(
            suite=self.name,
            hash=self.fingerprint,
            version=version("pacgrid"),
            command=self.command,
            agents=[self._agent(name, played) for name in self.agents],
            contests=contests,
        )
        return results, [played[task.key] for task in tasks]

    def _contests(self, group: LevelGroup) -> Iterator[tuple[Contest, Iterator[BenchmarkTask]]]:
        seeds = range(group.seed, group.seed + group.games)
        names = group.ghosts if group.solved else dict.fromkeys([*group.ghosts, *self.ghosts])
        for layout, ghosts, agent in product(group.layouts, names, self.agents):
            matchup, judge = self._matchup(group, layout, ghosts, agent)
            contest = Contest(layout.name, ghosts, agent)
            yield contest, BenchmarkTask.series(contest, matchup, seeds, group.opening, judge)

    def _matchup(
        self, group: LevelGroup, layout: Layout, ghosts: str, agent: str
    ) -> tuple[Matchup, JudgeChoice | None]:
        if group.solved:
            return self.boards.judged(layout, agent, ghosts, group.rounds)
        limits = Limits(rounds=group.rounds)
        return Matchup.of(layout, agent, split_names(ghosts), limits=limits), None

    def _contest_results(
        self, group: str, contest: Contest, tasks: Sequence[BenchmarkTask], games: Sequence[Result]
    ) -> ContestResults:
        judge = tasks[0].judge
        optimum = optimum_of(judge.solution) if judge and judge.solution else None
        nodes = [game.pacman_nodes for game in games if game.pacman_nodes is not None]
        return ContestResults(
            group=group,
            layout=contest.layout,
            ghosts=contest.ghosts,
            agent=contest.agent,
            won=[game.won for game in games],
            scores=[game.score for game in games],
            rounds=[game.rounds for game in games],
            moves=[game.pacman_moves for game in games],
            nodes=nodes if len(nodes) == len(games) else None,
            pacman_failed=[n for n, game in enumerate(games) if game.forfeit == 0],
            ghosts_failed=[n for n, game in enumerate(games) if game.forfeit],
            optimum=None if optimum is None else round(optimum, DIGITS),
            regrets=None if optimum is None else [_regret(game, optimum) for game in games],
        )

    def _agent(self, name: str, played: Mapping[str, Result]) -> SuiteAgent:
        spec = AgentSpec.parse(name)
        digest = None
        if spec.is_file:
            digest = sha256(read_regular_file(spec.source, MAX_AGENT_BYTES)).hexdigest()
        once, again = (_course(played[task.key]) for task in self.repeated[name])
        repeatable = once == again and not has_time_budget(name)
        return SuiteAgent(name=name, sha256=digest, repeatable=repeatable)


def has_time_budget(agent: str) -> bool:
    """Whether how well `agent` plays depends on the machine: it has `cpu_seconds` for a move."""
    seconds = getattr(load_agent(agent), "cpu_seconds", None)
    return isinstance(seconds, int | float) and isfinite(seconds)


def _regret(game: Result, optimum: float) -> float:
    """What a game fell short of the `optimum`, luck aside: all that its moves cost, and what was
    still to be had when the rounds ran out."""
    if game.regret is None or game.unplayed is None:  # Pac-Man failed before his first move
        return round(optimum - game.score, DIGITS)
    return round(game.regret + game.unplayed, DIGITS)


def _course(game: Result) -> tuple[object, ...]:
    """What shows that two games went the same way."""
    return game.score, game.rounds, game.pacman_moves, game.pacman_nodes
