"""The results of a suite: the score of every game, and whose suite it was."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from pacgrid.autograder.model.strict_model import Line, StrictModel, invalid
from pacgrid.common.files import read_regular_file
from pacgrid.common.suggestion import why_no_file
from pacgrid.suites.suite import Suite, SuiteError

MAX_BYTES = 1 << 28
LARGEST = 1 << 53
"""No number is farther from 0, so that sums and means of them are numbers, too."""
Number = Annotated[float, Field(ge=-LARGEST, le=LARGEST, allow_inf_nan=False)]
Score = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Natural = Annotated[int, Field(ge=0, le=LARGEST)]


class SuiteAgent(StrictModel):
    """An agent that took part."""

    name: Line
    sha256: Line | None = None
    """Of its file, if it is one."""
    repeatable: bool = True
    """Whether it plays a game the same way again, as far as is known."""


class ContestResults(StrictModel):
    """The games of one agent against some ghosts on one board, in the order of the seeds."""

    group: Line
    layout: Line
    ghosts: Line
    agent: Line
    won: Annotated[list[bool], Field(min_length=1)]
    scores: list[Score]
    rounds: list[Natural]
    moves: list[Natural]
    """Pac-Man's."""
    nodes: list[Natural] | None = None
    """The states that his searches visited; None if he doesn't count them."""
    pacman_failed: list[Natural] = Field(default_factory=list)
    """The games, from 0, that he forfeited."""
    ghosts_failed: list[Natural] = Field(default_factory=list)
    optimum: Number | None = None
    """On a solved board: the score that the best play expects."""
    regrets: list[Number] | None = None
    """On a solved board: how many points each game fell short of it, without luck."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.layout, self.ghosts, self.agent

    @model_validator(mode="after")
    def _check(self) -> Self:
        lists = (self.won, self.scores, self.rounds, self.moves, self.nodes, self.regrets)
        if len({len(each) for each in lists if each is not None}) > 1:
            raise invalid("its lists of games have different lengths")
        if any(n >= len(self.won) for n in (*self.pacman_failed, *self.ghosts_failed)):
            raise invalid("pacman_failed names a game that it doesn't have")
        return self


class SuiteResults(StrictModel):
    """What `pacgrid bench --suite` writes as JSON: no times, so it is the same everywhere."""

    pacgrid: Literal["results of a suite"] = "results of a suite"
    format: Literal[1] = 1
    suite: Line
    hash: Line
    """The fingerprint of what was played."""
    version: Line
    """Of Pacgrid."""
    command: Line
    agents: list[SuiteAgent]
    contests: Annotated[list[ContestResults], Field(min_length=1)]

    @classmethod
    def load(cls, path: Path) -> Self:
        """The results in a file. Raises SuiteError."""
        try:
            return cls.model_validate_json(read_regular_file(path, MAX_BYTES))
        except FileNotFoundError:
            raise SuiteError(f"{path}: {why_no_file(path)}") from None
        except OSError as error:
            raise SuiteError(f"{path}: can't be read: {error.strerror}") from None
        except ValidationError:
            raise SuiteError(
                f"{path}: has no results of a suite; write some with"
                " `pacgrid bench AGENT --suite v1 --out FILE.json`"
            ) from None

    def check(self, suite: Suite, name: str, fingerprint: str, source: Path) -> None:
        """Check that they can stand in one table with others of the suite. Raises SuiteError."""
        if self.hash != fingerprint:
            raise SuiteError(
                f"{source}: was played on {self.suite} with the hash {self.hash}, and {name} has"
                f" {fingerprint} here: boards, rules or ghosts differ; play it again with this"
                " version"
            )
        boards = {(group.name, each.name) for group in suite.groups for each in group.layouts}
        for contest in self.contests:
            if (contest.group, contest.layout) not in boards:
                raise SuiteError(
                    f"{source}: {name} has no board {contest.layout} in a group {contest.group};"
                    " write the file again"
                )

    def joined(self, other: "SuiteResults", label: str) -> "SuiteResults":
        """These results and those of another run of the same suite. An agent that played the same
        games in both has one row; if it played others, the second one is named `NAME (label)`."""
        agents, contests = list(self.agents), dict(self._by_contest)
        for agent in other.agents:
            theirs = [each for each in other.contests if each.agent == agent.name]
            for name in _names(agent.name, label):
                renamed = [each.model_copy(update={"agent": name}) for each in theirs]
                if all(contests.get(each.key, each) == each for each in renamed):
                    break
            if all(each.name != name for each in agents):
                agents.append(agent.model_copy(update={"name": name}))
            contests |= {each.key: each for each in renamed}
        return self.model_copy(
            update={
                "command": f"{self.command} && {other.command}",
                "agents": agents,
                "contests": list(contests.values()),
            }
        )

    @property
    def _by_contest(self) -> dict[tuple[str, str, str], ContestResults]:
        return {each.key: each for each in self.contests}

    def text(self) -> str:
        """As JSON, with a line for each contest."""
        data: dict[str, Any] = self.model_dump(mode="json")
        contests = data.pop("contests")
        head = json.dumps(data, indent=2).removesuffix("\n}")
        lines = ",\n".join(f"    {json.dumps(contest)}" for contest in contests)
        return f'{head},\n  "contests": [\n{lines}\n  ]\n}}\n'


def _names(agent: str, label: str) -> Iterator[str]:
    """What an agent may be called in a table that has others of its name."""
    yield agent
    yield f"{agent} ({label})"
    yield from (f"{agent} ({label} {number})" for number in count(2))
