"""A test of whole games."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentSpec, load_agent
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.analysis.search_judge import FEWEST_NODES
from pacgrid.analysis.solution_judge import SolutionJudge
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.state import State
from pacgrid.teams import ghost_names

from ..model.aim import counted
from ..model.amount import worth
from ..model.limits import SubmissionLimits
from ..model.played_game import PlayedGame
from ..model.searches import SearchName
from ..model.strict_model import (
    Identifier,
    Option,
    Points,
    StrictModel,
    errors_as_invalid,
    invalid,
)
from .fields import BoardLayout, Ghost, Solution
from .game_record import game_record
from .kind import GradedTest, NeededFile

ANALYSIS_NODES = 20_000
MOST_ANALYSIS_NODES = 1_000_000


class Threshold(StrictModel):
    """A result that the games must reach to earn some points."""

    points: Points
    wins: Annotated[int, Field(ge=0)] | None = None
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @property
    def goal(self) -> str:
        """What it asks for: `at least 4 wins`, `average 700 or more`."""
        if self.wins is not None:
            return f"at least {counted(self.wins, 'win')}"
        return f"average {self.average_score or 0:g} or more"

    def scaled(self, share: float) -> Self:
        """The same for fewer games."""
        if not self.wins:
            return self
        return self.model_copy(update={"wins": max(1, round(self.wins * share))})

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise invalid("give either wins or average_score")
        return self


class Analysis(StrictModel):
    """How games are analysed."""

    nodes: Annotated[int, Field(ge=FEWEST_NODES, le=MOST_ANALYSIS_NODES)] = ANALYSIS_NODES
    """How many positions are searched for a move."""
    solution: Solution | None = None
    """A solution of the board, which replaces the search."""


def _read_analysis(value: object) -> object:
    """`true` is an analysis with the default values."""
    if not isinstance(value, bool | dict):
        raise invalid("write true, or a table such as {nodes = 50000}")
    return ({} if value else None) if isinstance(value, bool) else value


def _without_folder(ghost: str) -> str:
    """The spec of a ghost, the same wherever its file is."""
    source = AgentSpec.parse(ghost).source
    return Path(source).name + ghost.removeprefix(source)


class Games(GradedTest):
    """Whole games; each threshold that they reach earns its points."""

    noun = "games"

    kind: Literal["games"]
    layout: BoardLayout
    """A shipped layout, or one from a file: then its name is the file's path."""
    ghosts: list[Ghost] = Field(default_factory=list)
    """A team, or agents for the layout's ghosts; repeated in order if there are more ghosts than
    agents."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Seed of the first game; the next game has the next number. A loaded assignment has large ones
    for hidden games: see `hidden_seeds`."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Pac-Man's moves after which a game is cut off."""
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""
    search: SearchName | None = None
    """For a function: the shipped search agent that uses it as its evaluation."""
    depth: Annotated[int, Field(ge=1)] = 1
    """For a function: the depth of that search."""
    sensitivity: Annotated[int, Field(ge=0, le=20)] = 0
    """For a function with features: how many of the games are played again for each weight, with
    the weight at 0 and doubled."""
    analyse: Annotated[Analysis | None, BeforeValidator(_read_analysis)] = None
    """How lost games are analysed for the feedback, if they are; only while it isn't hidden."""
    thresholds: Annotated[list[Threshold], Field(min_length=1)]

    @property
    def judge(self) -> JudgeChoice | None:
        """The judge of lost games, if they are analysed."""
        if self.analyse is None or self.is_hidden:
            return None
        solution = self.analyse.solution
        return JudgeChoice(Path(solution) if solution else None, self.analyse.nodes)

    @property
    def points(self) -> float:
        return sum(threshold.points for threshold in self.thresholds)

    @property
    def summary(self) -> str:
        search = f" of {self.search}, {counted(self.depth, 'round')} ahead," if self.search else ""
        names = dict.fromkeys(ghost.rpartition("/")[2] for ghost in self.ghosts)
        against = f" against {' and '.join(names)}" if names else ""
        where = Path(self.layout.name).stem
        return f"{counted(self.games, 'game')}{search} on {where}{against}"

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def only(self, number: int) -> Self:
        thresholds = [
            each.model_copy(update={"wins": 1}) if each.wins else each for each in self.thresholds
        ]
        narrowed = self.model_copy(update={"thresholds": thresholds, "sensitivity": 0})
        return super(Games, narrowed).only(number)

    def shortened(self, most: int, /) -> Self:
        games = min(self.games, most)
        thresholds = [threshold.scaled(games / self.games) for threshold in self.thresholds]
        changes = {"games": games, "thresholds": thresholds, "sensitivity": 0}
        return self.model_copy(update=changes)

    def ghost_agents(self) -> list[Agent]:
        """A new agent for each ghost of the layout."""
        count = len(self.layout.ghosts) if self.ghosts else 0
        return [load_agent(name) for name in ghost_names(self.ghosts, count, self.layout.name)]

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    @property
    def tests_function(self) -> bool:
        return self.search is not None

    @property
    def goals(self) -> str:
        return "; ".join(f"{part.goal}: {worth(part.points)}" for part in self.thresholds)

    @property
    def own_seed(self) -> int:
        return self.seed

    @property
    def seeded_by(self) -> list[object]:
        """The board and the ghosts, wherever their files are; not the number of games."""
        return [str(self.layout), [_without_folder(spec) for spec in self.ghosts]]

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        name = self.layout.name
        if name not in Layout.shipped():
            yield NeededFile(name, f"{Path(name).stem}.lay", f"{self.layout}\n".encode())
        if self.analyse and (solution := self.analyse.solution):
            yield NeededFile(solution, Path(solution).name)
        for spec in self.ghosts:
            source = AgentSpec.parse(spec).source
            if source.endswith(".py"):
                yield NeededFile(source, Path(source).name, is_program=True)

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        ghosts = []
        for spec in self.ghosts:
            source = AgentSpec.parse(spec).source
            ghosts.append(paths.get(source, source) + spec.removeprefix(source))
        values: dict[str, object] = {"layout": paths.get(self.layout.name, self.layout.name)}
        if ghosts:
            values["ghosts"] = ghosts
        if self.analyse and self.analyse.solution:
            nodes = {"nodes": self.analyse.nodes} if self.analyse.nodes != ANALYSIS_NODES else {}
            values["analyse"] = {**nodes, "solution": paths[self.analyse.solution]}
        return values

    def cpu_seconds(self, limits: SubmissionLimits) -> Mapping[str, tuple[int, float]]:
        whole = {"the test": (1, limits.test.cpu_seconds)}
        return {**whole, "a game": (self.games, limits.game.cpu_seconds)}

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        count = len(self.layout.ghosts) if self.ghosts else 0
        ghosts = ghost_names(self.ghosts, count, self.layout.name)
        pacman = f"{self.search} with {answer}" if self.search else answer
        return game_record(game, self.layout, (pacman, *ghosts), forfeits=bool(game.failure))

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        with errors_as_invalid():
            ghost_names(self.ghosts, len(self.layout.ghosts), self.layout.name)
        for number, threshold in enumerate(self.thresholds):
            if (threshold.wins or 0) > self.games:
                raise invalid(
                    f"thresholds.{number} asks for {threshold.wins} wins of {self.games} games; "
                    "ask for fewer wins or play more games"
                )
        if self.sensitivity > (self.games if self.search else 0):
            raise invalid("sensitivity: at most the number of games, and only with a search")
        if self.analyse and self.analyse.solution:
            start = State.initial(self.layout, ghosts=None if self.ghosts else 0)
            with errors_as_invalid():
                SolutionJudge.load(Path(self.analyse.solution), start, Path(self.layout.name).stem)
        return self
