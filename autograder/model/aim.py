"""One thing that a test asks for."""

from dataclasses import dataclass

from pacgrid.common.sanitize import sanitize_fields

from .amount import worth


@dataclass(frozen=True)
class Aim:
    """One thing that a test asks for, and whether it was reached."""

    what: str
    points: float
    reached: bool
    note: str = ""
    """Why it isn't reached, if that isn't plain."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["what", "note"])

    @property
    def text(self) -> str:
        """`at least 4 wins`, `q2/1-left: chose Left`."""
        return f"{self.what}: {self.note}" if self.note else self.what

    def __str__(self) -> str:
        """`at least 4 wins (1 point)`."""
        return f"{self.text} ({worth(self.points)})" if self.points else self.text


def counted(number: float, noun: str) -> str:
    """`1 win`, `2 wins`."""
    return f"{number:g} {noun}" if number == 1 else f"{number:g} {noun}s"
