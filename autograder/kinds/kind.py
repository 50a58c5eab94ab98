"""The base of every kind of test, and the fields that tests in TOML are made of: layouts, ghosts,
positions, trees, and files beside an assignment."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    InstanceOf,
    PlainSerializer,
    PrivateAttr,
    ValidationInfo,
)

from pacgrid.agent import AgentSpec, GhostTeam
from pacgrid.agent_loader import MAX_AGENT_BYTES, TEAMS, load_agent
from pacgrid.agents.evaluation import WEIGHTS
from pacgrid.common.files import read_regular_file
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name
from pacgrid.records.record import Record
from pacgrid.state import State

from ..diagnosis.search_task import TreePosition
from ..model.outcome import Outcome, Visibility
from ..model.played_game import PlayedGame
from ..model.schema import Budget, Line, Option, StrictModel, errors_as_invalid, invalid
from ..worker_client.client import WorkerClient

Note = Callable[[str], None]
"""Called with a line about what is left out or mended."""


class NeededFile(NamedTuple):
    """A file that a test names."""

    path: str
    """The path as the test names it."""
    name: str
    """What to call it elsewhere."""
    content: bytes | None = None
    """If it is made, rather than read from `path`."""
    is_program: bool = False
    """Whether it is in Python, so that it needs the modules that it imports."""


class Part(NamedTuple):
    """The part of a submission that is tested."""

    client: WorkerClient
    """The client of a worker that has loaded the submission."""
    answer: str
    """The name of its class or function."""
    file: str = "agent.py"
    """The submission, in advice to its author."""
    is_own: bool = True
    """Whether that file is on this machine, where the assignment's files are. If not, advice names
    them beside it, as in the kit for students."""


class GradedTest(StrictModel):
    """A test. Each kind is a class of its own, which says all that others ask: what it is in TOML,
    how it runs, and how reports and the kit describe it."""

    noun: ClassVar[str] = "positions"
    """What it consists of."""
    sees_board: ClassVar[bool] = True
    """Whether the submission sees whole positions."""
    tests_ghosts: ClassVar[bool] = False
    """Whether the submission plays the ghosts, rather than Pac-Man."""
    is_imported: ClassVar[bool] = False
    """Whether it is from test-case files, so that it can't be written in TOML."""

    kind: str
    title: Line = ""
    """What is tested, for the student; if empty, the reports describe the test by its numbers, or
    say only that it is hidden."""
    visibility: Visibility = "visible"
    move: Budget | None = None
    """The time for a move in this test, if it differs from the assignment's limits."""
    _number: int = PrivateAttr(default=1)
    _only: tuple[int, ...] = PrivateAttr(default=())

    @property
    def number(self) -> int:
        """Its number in its question, from 1. Visible tests come first, so that the number reveals
        nothing about hidden ones."""
        return self._number

    @property
    def description(self) -> str:
        """What it tests: its title; without one, by its numbers."""
        return self.title or self.summary

    @property
    @abstractmethod
    def summary(self) -> str:
        """What it tests, by its numbers: `2 games on pocket against random_ghost`."""

    @property
    @abstractmethod
    def possible(self) -> float:
        """The points that it can give."""

    @property
    def full_size(self) -> int:
        """How many games or positions the whole test has."""
        return 1

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the games or positions to try, from 1: all, or those selected."""
        return self._only or range(1, self.full_size + 1)

    @property
    def size(self) -> int:
        """How many games or positions to try."""
        return len(self.numbers)

    def only(self, number: int) -> Self:
        """This test with only its game or position with that number."""
        test = self.model_copy()
        test._only = (number,)
        return test

    def shortened(self, _most: int, /) -> Self:
        """This test with at most `most` games or positions, for the same points."""
        return self

    def also(self, numbers: Iterable[int]) -> Self:
        """This test with these games or positions, too, if only some are selected."""
        if not self._only:
            return self
        test = self.model_copy()
        test._only = tuple(sorted({*self._only, *numbers}))
        return test

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden from students now."""
        return self.visibility != "visible"

    @property
    def agent_options(self) -> dict[str, Option]:
        """The options that the submission's agent is built with."""
        return {}

    @property
    def skipped(self) -> Outcome | None:
        """Its outcome, if it can't be run."""
        return None

    @abstractmethod
    def run(self, part: Part, /) -> Outcome:
        """Tests `part`.

        Raises:
            GradingError: the failure is not the submission's.
        """

    @property
    def own_agent(self) -> str:
        """The class that it builds, if not the one that its question names; else ""."""
        return ""

    @property
    def tests_function(self) -> bool:
        """Whether the submission's part is an evaluation function."""
        return False

    @property
    def case_names(self) -> list[str]:
        """The names of its test cases, in their order, if it is from test-case files."""
        return []

    @property
    def goals(self) -> str:
        """What its points are for, in Markdown."""
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What its goals mean, in sentences, in Markdown."""
        return ()

    @property
    def own_seed(self) -> int | None:
        """Its `seed`, if it has one."""
        return None

    @property
    def seeded_by(self) -> list[object]:
        """What it asks, as JSON; while it is hidden, its seed follows from this. How this is
        counted, limited, titled and shown isn't in it, so that none of that changes a seed."""
        return []

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        """The files that it names."""
        return iter(())

    def relocated(self, _paths: Mapping[str, str], /) -> dict[str, object]:
        """The values that name files, by their keys in TOML, where the file with the path `old`
        lies at `paths[old]`."""
        return {}

    def record_of(self, _game: PlayedGame, _answer: str, /) -> Record:
        """The record of the game, which the class or function called `answer` played."""
        raise TypeError(f"a test of {self.noun} has no games")


_PUNCTUATION = re.compile(r"[]\\`*_[<>&!|~#.@$^]|:(?=\S)|(?<!\S):")
"""Characters with a meaning in some dialect of Markdown. A colon after a word and before a space
has none, so sentences stay readable in the source."""


def escaped(text: str) -> str:
    """One line of `text` for a sentence, heading or table cell, without links, pictures or
    HTML.

    A mail address in it may still become a link.
    """
    return _PUNCTUATION.sub(r"\\\g<0>", text)


# Fields


def _load_layout(name: object, info: ValidationInfo) -> object:
    """Loads a shipped layout or a maze by its name, or a layout from a file beside the
    assignment."""
    if not isinstance(name, str):
        raise invalid("name a layout, or a .lay file beside the assignment")
    with errors_as_invalid():
        source = str(_beside(name, info) or name)
        layout = Layout.load(source)
    has_name = source in Layout.shipped() or is_maze_name(source)
    return layout if has_name else replace(layout, name=source)


def _check_ghost(spec: object, info: ValidationInfo) -> object:
    """Resolves the path of a ghost's file that is beside the assignment, and builds it once; a team
    stays as it is."""
    if not isinstance(spec, str):
        raise invalid("name an agent, such as random_ghost")
    with errors_as_invalid():
        spec = _resolved(spec, info)
        if spec not in TEAMS:
            load_agent(spec)
    return spec


def _check_pacman(spec: object, info: ValidationInfo) -> object:
    """The same for Pac-Man."""
    if not isinstance(spec, str):
        raise invalid("name an agent, such as reflex")
    with errors_as_invalid():
        spec = _resolved(spec, info)
        pacman = load_agent(spec)
    if isinstance(pacman, GhostTeam):
        raise invalid(f"{spec} is a team of ghosts, not a Pac-Man")
    return spec


def _resolved(spec: str, info: ValidationInfo) -> str:
    """`spec`; if its file is beside the assignment, with the file's path."""
    source = AgentSpec.parse(spec).source
    path = _beside(source, info) if source.endswith(".py") else None
    return f"{path}{spec.removeprefix(source)}" if path else spec


def _beside(name: str, info: ValidationInfo) -> Path | None:
    """The file `name` in the assignment's folder, if there is one."""
    path: Path = (info.context or {}).get("folder", Path()) / name
    return path if path.is_file() else None


def _parse_position(drawing: object) -> object:
    if not isinstance(drawing, str):
        raise invalid("draw a position, as print(state) does")
    with errors_as_invalid():
        state = State.parse(drawing, "drawing")
    if state.is_terminal:
        raise invalid("the game is over; draw a position in which Pac-Man can move")
    if state.to_move != 0:
        raise invalid("it is a ghost's turn; draw a position in which Pac-Man moves")
    return state


def _parse_tree(text: object) -> object:
    if not isinstance(text, str):
        raise invalid("write a tree as text: MAX, and its children below it")
    with errors_as_invalid():
        root = TreePosition.parse(text, "")  # an error begins with `:line:column:`
    if root.is_terminal or root.to_move != 0:
        raise invalid("Pac-Man can't move at the root; write MAX there")
    return root


def _check_evaluation(name: str) -> str:
    if name not in (known := ("score", *WEIGHTS)):
        raise invalid(f"no evaluation {name!r}; choose {', '.join(known)}")
    return name


def with_digest(spec: str) -> str:
    """The agent `spec`; if it names a file, without its folder and with a hash of its content.
    Raises OSError."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    file = Path(source)
    digest = sha256(read_regular_file(file, MAX_AGENT_BYTES)).hexdigest()
    return f"{file.name}{spec.removeprefix(source)} {digest}"


BoardLayout = Annotated[
    InstanceOf[Layout],
    BeforeValidator(_load_layout),
    PlainSerializer(lambda layout: [layout.short_name, str(layout)]),
]
Ghost = Annotated[str, BeforeValidator(_check_ghost), PlainSerializer(with_digest)]
Position = Annotated[InstanceOf[State], BeforeValidator(_parse_position), PlainSerializer(str)]
Tree = Annotated[InstanceOf[TreePosition], BeforeValidator(_parse_tree), PlainSerializer(str)]
EvaluationName = Annotated[str, AfterValidator(_check_evaluation)]
Pacman = Annotated[str, BeforeValidator(_check_pacman), PlainSerializer(with_digest)]
