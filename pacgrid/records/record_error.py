"""What is wrong with a record."""

from typing import Any

from pacgrid.errors import PacgridError


class RecordError(PacgridError):
    """A file that is not a record, or a record whose game breaks the rules."""


class TruncatedRecordError(RecordError):
    """A record whose end is missing."""

    def __init__(self, message: str, record: Any) -> None:
        super().__init__(message)
        self.record = record
        """The game up to there, as if it had been quit: a `Record`."""
