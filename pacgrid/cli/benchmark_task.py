"""The games of benchmarks: each is a task, which a process plays and a journal remembers."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, Self

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import MAX_AGENT_BYTES
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.autograder.model.engine_version import engine_version
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result
from pacgrid.common.files import read_regular_file
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
