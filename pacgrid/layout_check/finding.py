"""One thing that is wrong or odd in a layout."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    WRONG = "wrong"
    """The layout can't be played, or not as it was meant."""
    ODD = "odd"
    """It can be played, but may not be meant."""
    NOTE = "note"


@dataclass(frozen=True)
class LayoutFinding:
    """What was found, and where; `line` and `column` in the text, from 1."""

    severity: Severity
    line: int
    column: int
    text: str
