"""What every kind of test is made of."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

from pydantic import PrivateAttr

from pacgrid.records.record import Record

from ..model.limits import Budget, SubmissionLimits
from ..model.outcome import Outcome, Visibility
from ..model.played_game import PlayedGame
from ..model.strict_model import Line, Option, StrictModel
from ..worker_client.client import WorkerClient
from .illustration import Illustration

Note = Callable[[str], None]
"""Called with a line about what is left out or mended."""
OnGame = Callable[[], None]
"""Called after each game or position."""


class NeededFile(NamedTuple):
    """A file that a test names."""

    path: str
    """As the test names it."""
    name: str
    """What to call it elsewhere."""
    content: bytes | None = None
    """If it is made, rather than read from `path`."""
    is_program: bool = False
    """Whether it is in Python, so that it needs the modules that it imports."""


class Part(NamedTuple):
    """The part of a submission that is tested."""

    client: WorkerClient
    """Of a worker that has loaded the submission."""
    answer: str
    """The name of its class or function."""
    file: str = "agent.py"
    """The submission, in advice to its author."""
    is_own: bool = True
    """Whether that file is on this machine, where the assignment's files are. If not, advice names
    them beside it, as in the kit for students."""
    on_game: OnGame = lambda: None


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

    def illustration(self, _answer: str, _module: str, /) -> Illustration | None:
        """What the kit shows, if anything. Students import the class or function called `answer`
        from `module`."""
        return None

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
    def for_students(self) -> Self:
        """This test without what only the staff may have."""
        return self

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        """The files that it names."""
        return iter(())

    def relocated(self, _paths: Mapping[str, str], /) -> dict[str, object]:
        """The values that name files, by their keys in TOML, where the file with the path `old`
        lies at `paths[old]`."""
        return {}

    def cpu_seconds(self, limits: SubmissionLimits) -> Mapping[str, tuple[int, float]]:
        """By what is limited: how many of these it has, and the CPU seconds for each. The moves of
        a game aren't in it, since their number isn't known."""
        move = self.move or limits.move
        return {
            "the test": (1, limits.test.cpu_seconds),
            "all positions": (1, limits.game.cpu_seconds),
            "a position": (self.size, move.cpu_seconds),
        }

    def record_of(self, _game: PlayedGame, _answer: str, /) -> Record:
        """The record of the game, which the class or function called `answer` played."""
        raise TypeError(f"a test of {self.noun} has no games")
