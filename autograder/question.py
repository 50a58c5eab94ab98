"""A question of an assignment, and the tests by which an answer to it is judged."""

from dataclasses import replace
from hashlib import sha256
from math import isclose
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    InstanceOf,
    PlainSerializer,
    ValidationInfo,
    model_validator,
)

from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentSpec, load_agent
from pacgrid.autograder.limits import Budget
from pacgrid.autograder.model import Identifier, Line, Model, Option, Points, mended
from pacgrid.layout import Layout
from pacgrid.state import State

SearchName = Literal["minimax", "alpha_beta", "expectimax"]

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When students may see a test and what came of it, in Gradescope's words."""


def _layout(name: object, info: ValidationInfo) -> object:
    """The shipped layout of that name, or the one in that file beside the assignment."""
    if not isinstance(name, str):
        raise ValueError("name a layout, or a .lay file beside this one")
    beside = (info.context or {}).get("folder", Path()) / name
    source = str(beside if beside.is_file() else name)
    layout: Layout = mended(Layout.load, source)
    return layout if source in Layout.shipped() else replace(layout, name=source)


def _ghost(spec: object, info: ValidationInfo) -> object:
    """The agent of that name; a file may lie beside the assignment."""
    if not isinstance(spec, str):
        raise ValueError("name an agent, such as random_ghost")
    source = mended(AgentSpec.parse, spec).source
    beside = (info.context or {}).get("folder", Path()) / source
    if source.endswith(".py") and beside.is_file():
        spec = f"{beside}{spec.removeprefix(source)}"
    mended(load_agent, spec)
    return spec


def _with_contents(spec: str) -> str:
    """`spec`; if it names a file, with a hash of what is in it, wherever it lies."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    file = Path(source)
    return f"{file.name}{spec.removeprefix(source)} {sha256(file.read_bytes()).hexdigest()}"


def _position(drawing: object) -> object:
    if not isinstance(drawing, str):
        raise ValueError("draw a position")
    state: State = mended(State.parse, drawing, "drawing")
    if state.is_terminal or state.to_move != 0:
        raise ValueError("nothing to choose: the game must go on and Pac-Man be to move")
    return state


BoardLayout = Annotated[
    InstanceOf[Layout],
    BeforeValidator(_layout),
    PlainSerializer(lambda layout: [Path(layout.name).stem, str(layout)]),
]
Ghost = Annotated[str, BeforeValidator(_ghost), PlainSerializer(_with_contents)]
Position = Annotated[InstanceOf[State], BeforeValidator(_position), PlainSerializer(str)]


class Threshold(Model):
    """What games must reach, at least, for some points."""

    points: Points
    wins: Annotated[int, Field(ge=0)] | None = None
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise ValueError("give either wins or average_score")
        return self


class _Test(Model):
    title: Line = ""
    """What is tested, for the student; left out, it is told from the numbers."""
    visibility: Visibility = "visible"
    """When students may see it."""
    move: Budget | None = None
    """What a move may take in this test, instead of what the assignment's limits say."""


class Games(_Test):
    """Whole games; every threshold that they reach gives its points."""

    kind: Literal["games"]
    layout: BoardLayout
    """A shipped one; or one in a file, which may lie beside the assignment, with the path as its
    name."""
    ghosts: list[Ghost] = Field(default_factory=list)
    """One agent for each ghost of the layout, taken in turn if there are more ghosts."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Of the first game; the next ones count on from it."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Moves of Pac-Man after which a game ends undecided."""
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """What the submission's agent is built with."""
    search: SearchName | None = None
    """For a function: our agent that plays with it; `depth` is how far it looks."""
    depth: Annotated[int, Field(ge=1)] = 1
    thresholds: Annotated[list[Threshold], Field(min_length=1)]

    @property
    def points(self) -> float:
        return sum(threshold.points for threshold in self.thresholds)

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def players(self) -> list[Agent]:
        """Fresh agents for all ghosts of the layout."""
        count = len(self.layout.ghosts) if self.ghosts else 0
        return [load_agent(self.ghosts[n % len(self.ghosts)]) for n in range(count)]

    @property
    def built_with(self) -> dict[str, Option]:
        """The options of the submission's agent."""
        return dict(self.options)

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        if (named := len(self.ghosts)) > (places := len(self.layout.ghosts)):
            raise ValueError(f"names {named} ghosts; the layout has places for {places}")
        for number, threshold in enumerate(self.thresholds):
            if (threshold.wins or 0) > self.games:
                raise ValueError(
                    f"thresholds.{number} asks for {threshold.wins} wins of {self.games} games"
                )
        return self


class _Choices(_Test):
    """Drawn positions, in each of which an optimal action must be chosen.

    What is optimal is found by our own search, with the score as its evaluation.
    """

    search: SearchName
    depth: Annotated[int, Field(ge=1)]
    points: Points
    partial: bool = False
    """Whether a part of the positions gives that part of the points."""
    positions: Annotated[list[Position], Field(min_length=1)]

    def earned(self, right: int) -> float:
        """The points for that many positions."""
        if self.partial:
            return self.points * right / len(self.positions)
        return self.points if right == len(self.positions) else 0


class Positions(_Choices):
    """Positions that the submission sees whole, as in a game."""

    kind: Literal["positions"]
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """What the submission's agent is built with."""

    @property
    def built_with(self) -> dict[str, Option]:
        """The options of the submission's agent."""
        return dict(self.options)


class Search(_Choices):
    """Positions that the submission can only search: its states are held by the grader, and have
    what every game has (`pacgrid.search.GameState`) and no board. So each successor that it asks
    for is counted where nobody can forge the count.
    """

    kind: Literal["search"]
    options: dict[Identifier, Option] | None = None
    """What the agent is built with; left out, the same depth as our own and the score."""
    nodes: Annotated[int, Field(ge=1)] = 50_000
    """How many successors it may ask for in each position."""

    @property
    def built_with(self) -> dict[str, Option]:
        """The options of the submission's agent."""
        return (
            {"depth": self.depth, "evaluation": "score"}
            if self.options is None
            else dict(self.options)
        )


Test = Games | Positions | Search


class Question(Model):
    """What one class or function of a submission is worth, and how that is found out."""

    name: Identifier
    agent: Identifier | None = None
    """The agent class that answers it."""
    function: Identifier | None = None
    """The evaluation function that answers it."""
    points: Points
    tests: Annotated[list[Annotated[Test, Field(discriminator="kind")]], Field(min_length=1)]

    @property
    def asks_for(self) -> str:
        """The name that a submission must define."""
        return self.agent or self.function or ""

    @property
    def options(self) -> list[set[str]]:
        """By test: the names of the options that an agent is built with."""
        return [set(test.built_with) for test in self.tests]

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if (self.agent is None) == (self.function is None):
            raise ValueError("give either agent or function")
        for number, test in enumerate(self.tests):
            if self.function and not (isinstance(test, Games) and test.search):
                raise ValueError(f"tests.{number}: a function is tested by games with a search")
            if self.agent and isinstance(test, Games) and test.search:
                raise ValueError(f"tests.{number}: search is for a function; an agent has its own")
        total = sum(test.points for test in self.tests)
        if not isclose(total, self.points):
            raise ValueError(f"has {self.points:g} points, and its tests give {total:g}")
        return self
