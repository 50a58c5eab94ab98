"""A benchmark: agents against ghosts on layouts with the same seeds, as tasks, with a journal."""

import json
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Self

from pydantic import TypeAdapter

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import MAX_AGENT_BYTES
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.autograder.model.engine_version import engine_version
from pacgrid.cli.board_choice import load_layout
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError, split_names
from pacgrid.cli.output_path import OutputError, refusing
from pacgrid.cli.series import Series, in_processes
from pacgrid.cli.series_summary import Result
from pacgrid.common.files import read_regular_file
from pacgrid.game import Limits
from pacgrid.search import CHANCE


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
    def matchups(self) -> "Mapping[Contest, Matchup]":
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
        journal: "BenchmarkJournal | None" = None,
        jobs: int = 1,
        watch: Callable[[int, int], object] | None = None,
    ) -> "Results":
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

    def _tasks(self) -> "Iterator[BenchmarkTask]":
        seeds = range(self.seed, self.seed + self.games)
        for contest, matchup in self.matchups.items():
            yield from BenchmarkTask.series(contest, matchup, seeds, self.opening, self.judge)


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
class BenchmarkTask:
    """One game. Can be sent to another process."""

    contest: Contest
    seed: int
    matchup: Matchup
    opening: int
    """How many random rounds, drawn from the seed, it begins with."""
    judge: JudgeChoice | None
    """What judges Pac-Man's moves, if they are to be judged."""
    key: str
    """Equal keys give equal results."""

    @classmethod
    def series(
        cls,
        contest: Contest,
        matchup: Matchup,
        seeds: Iterable[int],
        opening: int,
        judge: JudgeChoice | None,
    ) -> Iterator[Self]:
        """The games of a contest, one for each seed."""
        identity = f"{matchup_identity(matchup)}\0{opening}"
        if judge:
            identity += f"\0{judge.identity}"
        for seed in seeds:
            key = sha256(f"{identity}\0{seed}".encode()).hexdigest()
            yield cls(contest, seed, matchup, opening, judge, key)

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
    return repr([*parts, *map(_with_hashes, matchup.agents)])


def _with_hashes(agent: str) -> str:
    """An agent's name, in which hashes stand for files: its source, and options that name files or
    functions in files."""
    spec = AgentSpec.parse(agent)
    names = [name for name in (spec.source, *spec.options.values()) if isinstance(name, str)]
    names += re.findall(r"([^\[\],=]+?\.py):", ",".join(spec.texts.values()))
    for name in filter(os.path.isfile, names):
        content = read_regular_file(name, MAX_AGENT_BYTES)
        agent = agent.replace(name, sha256(content).hexdigest())
    return agent


MAX_BYTES = 1 << 30
_RESULT = TypeAdapter(Result)
_FIELDS = {field.name for field in fields(Result)}  # older journals have more of them
_HEADER = b'{"pacgrid": "journal of a benchmark", "format": 1}\n'


class BenchmarkJournal:
    """A file with a line for each game, open for the length of a `with`; made if it is missing.

    It is only ever added to. If a run was killed in the middle of a line, that game is played
    again. Every method, and the start of the `with`, raise OutputError if the file can't be used;
    a file that isn't a journal is never written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results: dict[str, Result] = {}

    def __enter__(self) -> Self:
        data = self._read()
        if not data.startswith(_HEADER) and not _HEADER.startswith(data):
            raise OutputError(
                f"{self.path}: is not a journal of `pacgrid bench`; name another file"
            )
        with refusing(self.path):
            self._file = self.path.open("ab", buffering=0)
        if not data.startswith(_HEADER):
            self._write(_HEADER[len(data) :])
        elif not data.endswith(b"\n"):
            self._write(b"\n")
        for line in data.splitlines()[1:]:
            self._load(line)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def find(self, key: str) -> Result | None:
        """The result stored under `key`; None if there is none."""
        return self._results.get(key)

    def add(self, key: str, result: Result) -> None:
        """Store `result`."""
        self._results[key] = result
        line = json.dumps({"key": key, "result": asdict(result)})
        self._write(line.encode() + b"\n")

    def _read(self) -> bytes:
        with refusing(self.path, "read"):
            try:
                return read_regular_file(self.path, MAX_BYTES)
            except FileNotFoundError:
                return b""

    def _load(self, line: bytes) -> None:
        """Take the result from a line; one that was cut off or changed has none."""
        try:
            entry = json.loads(line)
            known = {name: entry["result"][name] for name in _FIELDS & {*entry["result"]}}
            _RESULT.validate_json(json.dumps(known), strict=True)
            self._results[entry["key"]] = Result(**known)
        except (ValueError, TypeError, KeyError, RecursionError):
            return

    def _write(self, data: bytes) -> None:
        """Add `data` in a single write, so that runs at the same time don't mix their lines."""
        with refusing(self.path):
            os.write(self._file.fileno(), data)
