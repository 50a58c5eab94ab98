"""A question with its tests and failures, as reports show it."""

from dataclasses import dataclass

from ..model.aim import Aim
from ..model.amount import amount, full, score
from ..model.evaluation_report import EvaluationReport
from ..model.lost_games import LostGame, lost_lines
from .shown_diagnosis import ShownDiagnosis


@dataclass(frozen=True)
class ShownFailure:
    """A failure, explained once."""

    places: tuple[str, ...]
    """Where it happened, in each test: `minimax.4, games 1-3`."""
    message: str
    details: str
    """The author's own lines of the traceback, the position in which it happened, and the command
    that shows it again."""


@dataclass(frozen=True)
class ShownTest:
    """One test and its result."""

    selector: str
    """What `pacgrid grade --only` calls it: `minimax.2`."""
    number: int
    title: str
    result: str
    points: float
    possible: float
    is_passed: bool
    """Whether it has all its points, and all its test cases are passed."""
    parts: tuple[Aim, ...]
    """What it asks for, and what it missed."""
    failed: bool
    """Whether the submission failed in it."""
    successors: str
    """How many successors it asked for; "" if they aren't counted."""
    lost: tuple[LostGame, ...]
    is_hidden: bool
    """Whether only staff may see it."""
    advice: str
    """What to look at: one line, maybe with a drawing below it."""
    diagnosis: ShownDiagnosis | None
    """What is wrong with its search, or worth knowing about it."""

    @property
    def score(self) -> str:
        """Its points, or whether it is passed."""
        return score(self.points, self.possible, is_passed=self.is_passed)

    @property
    def lost_lines(self) -> list[str]:
        """Which games were lost, and when they could still have been saved."""
        return lost_lines(self.lost)


@dataclass(frozen=True)
class ShownQuestion:
    """One question, its tests, and what to improve."""

    name: str
    asks_for: str
    points: float
    possible: float
    extra: float
    """Extra points on top of the possible ones."""
    answered: bool
    rules: tuple[str, ...]
    """How its points follow from its tests if they don't simply add up."""
    problem: str
    """Why no tests are shown, if none are."""
    tests: tuple[ShownTest, ...]
    failures: tuple[ShownFailure, ...]
    """Those that no earlier question explains."""
    explained_in: tuple[str, ...]
    """The earlier questions that explain its other failures."""
    evaluation: EvaluationReport | None
    """What is odd about its evaluation, if it has one."""
    printed: str
    """What it printed in the first test that failed or lost points, shortened."""

    @property
    def score(self) -> str:
        """`3 / 4 + 1`."""
        return f"{amount(self.points)} / {full(self.possible, self.extra)}"
