"""The result of one test case, from which the question's rule derives points."""

from dataclasses import dataclass
from typing import Literal

from pacgrid.common.sanitize import sanitize_fields

CaseStatus = Literal["passed", "failed", "raised", "not run"]
"""`raised`: an exception reached the question, so it gets no points at all."""


@dataclass(frozen=True)
class CaseResult:
    """The result of one test case."""

    name: str
    """The question's folder and the file's name: `q2/0-small-tree`."""
    status: CaseStatus
    note: str = ""
    """One line: why it isn't passed."""
    earned: float = 0.0
    """The partial credit that it gives, whether it is passed or not."""
    weight: float | None = None
    """What `points` in its file says."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "note"])

    @property
    def passed(self) -> bool:
        return self.status == "passed"
