"""An assignment: what is asked of a submission, what it is worth, and what it may cost."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from importlib.resources import files
from keyword import iskeyword
from math import isclose
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from pacgrid.agent import Agent
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout
from pacgrid.loading import AgentSpec, load_agent
from pacgrid.state import State

SHIPPED = "pacman"
"""The assignment that is graded when none is named."""


class AssignmentError(PacgridError):
    """An assignment that can't be read: the file, the key in it, and what is wrong there."""


def _layout(name: object, info: ValidationInfo) -> object:
    """The shipped layout of that name, or the one in that file beside the assignment."""
    if not isinstance(name, str):
        raise ValueError("name a layout, or a .lay file beside this one")
    beside = (info.context or {}).get("folder", Path()) / name
    source = str(beside if beside.is_file() else name)
    layout: Layout = _mended(Layout.load, source)
    return layout if source in Layout.shipped() else replace(layout, name=source)


def _ghost(spec: object, info: ValidationInfo) -> object:
    """The agent of that name; a file may lie beside the assignment."""
    if not isinstance(spec, str):
        raise ValueError("name an agent, such as random_ghost")
    source = _mended(AgentSpec.parse, spec).source
    beside = (info.context or {}).get("folder", Path()) / source
    if source.endswith(".py") and beside.is_file():
        spec = f"{beside}{spec.removeprefix(source)}"
    _mended(load_agent, spec)
    return spec


def _position(drawing: object) -> object:
    if not isinstance(drawing, str):
        raise ValueError("draw a position")
    state: State = _mended(State.parse, drawing, "drawing")
    if state.is_terminal or state.to_move != 0:
        raise ValueError("nothing to choose: the game must go on and Pac-Man be to move")
    return state


def _mended(read: Any, *arguments: object) -> Any:
    """`read(*arguments)`, whose errors pydantic can tell the place of."""
    try:
        return read(*arguments)
    except (PacgridError, ValueError) as error:
        raise ValueError(str(error).split("\n")[0]) from None
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}".split("\n")[0]) from None


def _no_keyword(name: str) -> str:
    if iskeyword(name):
        raise ValueError(f"{name} is a word of Python's own")
    return name


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$"), AfterValidator(_no_keyword)]
Points = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Search = Literal["minimax", "alpha_beta", "expectimax"]
Option = bool | int | float | str


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys(cls, data: object) -> object:
        if isinstance(data, dict) and (unknown := data.keys() - cls.model_fields.keys()):
            name = min(unknown)
            close = get_close_matches(name, cls.model_fields, n=1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else f"known are {', '.join(cls.model_fields)}"
            )
            raise ValueError(f"unknown key {name!r}; {hint}")
        return data


class Budget(_Model):
    """How long something may take. CPU seconds are what counts, since a busy computer doesn't
    lengthen them; the seconds of the clock are there for those who sleep."""

    cpu_seconds: Seconds
    seconds: Seconds


class Limits(_Model):
    """How long a submission may take before its process is ended."""

    load: Budget = Budget(cpu_seconds=5, seconds=60)
    """To start Python, import the file, and build an agent."""
    move: Budget = Budget(cpu_seconds=3, seconds=30)
    game: Budget = Budget(cpu_seconds=30, seconds=300)


class Threshold(_Model):
    """What games must reach, at least, for some points."""

    points: Points
    wins: Annotated[int, Field(ge=0)] | None = None
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise ValueError("give either wins or average_score")
        return self


class _Test(_Model):
    title: str = ""
    """What is tested, for the student; left out, it is told from the numbers."""
    move: Budget | None = None
    """What a move may take in this test, instead of what the assignment's limits say."""


class Games(_Test):
    """Whole games; every threshold that they reach gives its points."""

    kind: Literal["games"]
    layout: Annotated[InstanceOf[Layout], BeforeValidator(_layout)]
    """A shipped one; or one in a file, which may lie beside the assignment, with the path as its
    name."""
    ghosts: list[Annotated[str, BeforeValidator(_ghost)]] = []
    """One agent for each ghost of the layout, taken in turn if there are more ghosts."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Of the first game; the next ones count on from it."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Moves of Pac-Man after which a game ends undecided."""
    options: dict[Identifier, Option] = {}
    """What the submission's agent is built with."""
    search: Search | None = None
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


class Positions(_Test):
    """Drawn positions, in every one of which an optimal action must be chosen.

    What is optimal is found by our own search, with the score as its evaluation.
    """

    kind: Literal["positions"]
    search: Search
    depth: Annotated[int, Field(ge=1)]
    options: dict[Identifier, Option] | None = None
    """What the agent is built with; left out, the same depth and evaluation as our own."""
    points: Points
    positions: Annotated[
        list[Annotated[InstanceOf[State], BeforeValidator(_position)]], Field(min_length=1)
    ]

    @property
    def built_with(self) -> dict[str, Option]:
        """The options of the submission's agent."""
        return (
            {"depth": self.depth, "evaluation": "score"} if self.options is None else self.options
        )


Test = Games | Positions


class Question(_Model):
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
        return [
            set(test.options if isinstance(test, Games) else test.built_with) for test in self.tests
        ]

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


class Assignment(_Model):
    """Questions, and the limits under which they are answered."""

    title: str
    limits: Limits = Limits()
    questions: Annotated[list[Question], Field(min_length=1)]

    @classmethod
    def load(cls, source: str | Path = SHIPPED) -> Self:
        """The shipped assignment of that name, or the one in that TOML file.

        Raises:
            AssignmentError: names the file and the key, and says what is wrong there.
        """
        shipped = files("pacgrid.autograder.assignments") / f"{source}.toml"
        if str(source) in shipped_assignments():
            return cls.parse(shipped.read_text("utf-8"), f"{source}.toml")
        path = Path(source)
        try:
            return cls.parse(path.read_bytes().decode("utf-8-sig"), str(path), path.parent)
        except FileNotFoundError:
            known = shipped_assignments()
            close = get_close_matches(str(source), known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"shipped: {', '.join(known)}"
            raise AssignmentError(f"{source}: no such assignment or file; {hint}") from None
        except OSError as error:
            raise AssignmentError(f"{source}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise AssignmentError(f"{source}: is not a text file; write it in TOML") from None

    @classmethod
    def parse(cls, text: str, source: str, folder: Path | None = None) -> Self:
        """The assignment in `text`, whose layouts may lie in `folder`. Raises AssignmentError."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
            place = f"{source}:{found[2]}:{found[3]}: {found[1]}" if found else f"{source}: {error}"
            raise AssignmentError(place) from None
        try:
            return cls.model_validate(data, context={"folder": folder or Path()})
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(_keys(first["loc"]))
            message = first["msg"].removeprefix("Value error, ")
            raise AssignmentError(f"{source}: {key + ': ' if key else ''}{message}") from None

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def agents(self) -> list[str]:
        """The agent classes that are asked for."""
        return list(dict.fromkeys(q.agent for q in self.questions if q.agent))

    @property
    def functions(self) -> list[str]:
        """The functions that are asked for."""
        return list(dict.fromkeys(q.function for q in self.questions if q.function))

    def question(self, name: str) -> Question:
        """The question of that name. Raises AssignmentError if there is none."""
        for question in self.questions:
            if question.name == name:
                return question
        names = [question.name for question in self.questions]
        close = get_close_matches(name, names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
        raise AssignmentError(f"no question {name!r}; {hint}")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [question.name for question in self.questions]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two questions are called {min(twice)}")
        return self


def shipped_assignments() -> tuple[str, ...]:
    """The names of the shipped assignments, in alphabetical order."""
    entries = (Path(entry.name) for entry in files("pacgrid.autograder.assignments").iterdir())
    return tuple(sorted(path.stem for path in entries if path.suffix == ".toml"))


def _keys(location: tuple[int | str, ...]) -> Iterator[str]:
    """The keys on the way to `location`, as pydantic tells it: without the kinds of tests, which it
    puts in behind their numbers."""
    for place, part in enumerate(location):
        if place < 2 or location[place - 2] != "tests":
            yield str(part)
