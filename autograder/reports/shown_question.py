"""A question with its tests and failures, as reports show it."""

from dataclasses import dataclass

from pacgrid.autograder.grade import Aim
from pacgrid.autograder.reports.lost_games import LostGame, lost_line


@dataclass(frozen=True)
class ShownFailure:
    """A failure, explained once."""

    places: tuple[str, ...]
    """Everywhere it happened: `minimax, game 1`."""
    message: str
    frames: str
    """The author's own lines of the traceback."""


@dataclass(frozen=True)
class ShownTest:
    """One test and its result."""

    title: str
    result: str
    points: float
    possible: float
    aims: tuple[Aim, ...]
    failed: bool
    """Whether the submission failed in it."""
    nodes: int | None
    """How many successors it asked for, if they are counted."""
    lost: tuple[LostGame, ...]
    is_hidden: bool
    """Whether only staff may see it."""

    @property
    def lost_line(self) -> str:
        """The seeds of the lost games."""
        return lost_line([game.seed for game in self.lost])


@dataclass(frozen=True)
class ShownQuestion:
    """One question, its tests, and what to improve."""

    name: str
    asks_for: str
    points: float
    possible: float
    answered: bool
    problem: str
    """Why no tests are shown, if none are."""
    tests: tuple[ShownTest, ...]
    failures: tuple[ShownFailure, ...]
    """Those that no earlier question explains."""
    explained_in: tuple[str, ...]
    """The earlier questions that explain its other failures."""
    advice: str
    """What to look at first: one line, maybe with a drawing below it."""
    printed: str
    """What it printed in the first test that failed or lost points, shortened."""
