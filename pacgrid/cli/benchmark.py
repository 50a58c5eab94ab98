"""A benchmark: agents against ghosts on layouts, all in games with the same seeds."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pacgrid.agent_loader import MAX_AGENT_BYTES
from pacgrid.agent_spec import AgentSpec
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.autograder.model.engine_version import engine_version
from pacgrid.cli.benchmark_journal import BenchmarkJournal
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError, split_names
from pacgrid.cli.position import load_layout
from pacgrid.cli.processes import in_processes
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result
from pacgrid.common.files import read_regular_file
from pacgrid.game import Limits
from pacgrid.search import CHANCE


@dataclass(frozen=True)
class Contest:
    """One agent against some ghosts on a layout, or against an opponent in another game."""

    layout: str
    """Or another game."""
    ghosts: str
    """An agent, a team, or several agents with commas between their names; in another game, the
    agent of all other players."""
    agent: str
    """Pac-Man's, or who plays first."""


Results = Mapping[Contest, list[Result]]
"""By contest: the results of its games, in the order of the seeds."""


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
        for task, result in in_processes(_Task.play, list(missing.values()), jobs):
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

    def _tasks(self) -> Iterator["_Task"]:
        for contest, matchup in self.matchups.items():
            identity = f"{matchup_identity(matchup)}\0{self.opening}"
            if self.judge:
                identity += f"\0{self.judge.identity}"
            for seed in range(self.seed, self.seed + self.games):
                key = sha256(f"{identity}\0{seed}".encode()).hexdigest()
                yield _Task(contest, seed, matchup, self.opening, self.judge, key)


@dataclass(frozen=True)
class _Task:
    """One game. Can be sent to another process."""

    contest: Contest
    seed: int
    matchup: Matchup
    opening: int
    judge: JudgeChoice | None
    key: str
    """Equal keys give equal results."""

    def play(self) -> Result:
        matchup = self.matchup
        if self.opening:
            rng, setup = Random(f"{self.seed}:opening"), matchup.setup
            start = random_position(setup.first_state, self.opening, rng)
            matchup = replace(matchup, setup=setup.starting_from(start))
        return Series(matchup, 1, self.seed, judge=self.judge).result(1)


def random_position(start: Any, rounds: int, rng: Random) -> Any:
    """A position that so many random rounds lead to from `start`, in which the game goes on.

    Raises OptionError if every one of many tries ends the game.
    """
    for _ in range(1000):
        state = start
        for _ in range(rounds * start.num_agents):
            shares = state.distribution() if state.to_move == CHANCE else None
            actions = list(shares or state.legal_actions())
            weights = [shares[action] for action in actions] if shares else None
            state = state.successor(rng.choices(actions, weights)[0])
            if state.is_terminal:
                break
        else:
            return state
    raise OptionError(f"--opening {rounds}: nobody survives so many random rounds; take fewer")


def matchup_identity(matchup: Matchup) -> str:
    """A text that is the same for matchups whose games are the same: it has the version of Pacgrid
    and the contents of the agents' files."""
    parts: list[Any] = [engine_version(), matchup.setup.header(), astuple(matchup.limits)]
    return repr([*parts, *((name, *_file_hashes(name)) for name in matchup.agents)])


def _file_hashes(agent: str) -> tuple[str, ...]:
    """The hashes of the files in an agent's name: its source, and options that name files or
    functions in files."""
    spec = AgentSpec.parse(agent)
    names = [name for name in (spec.source, *spec.options.values()) if isinstance(name, str)]
    names += re.findall(r"([^\[\],=]+?\.py):", ",".join(spec.texts.values()))
    return tuple(
        sha256(read_regular_file(name, MAX_AGENT_BYTES)).hexdigest()
        for name in names
        if Path(name).is_file()
    )
