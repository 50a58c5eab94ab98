"""What a student may see at once of the results that `pacgrid grade --gradescope FILE` writes.

Platforms that show a result as soon as there is one get only its visible tests.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pacgrid.common.files import read_regular_file
from pacgrid.errors import PacgridError

MAX_BYTES = 64 << 20


class NoResultsError(PacgridError):
    """No results that an adapter can read."""


@dataclass(frozen=True)
class PublicResults:
    """The visible tests, and the output for the whole submission."""

    output: str
    tests: Sequence[Mapping[str, Any]]
    """As in Gradescope's results.json."""

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Those in the file at `path`. Raises NoResultsError."""
        try:
            data = json.loads(read_regular_file(path, MAX_BYTES))
            visible = [test for test in data["tests"] if test["visibility"] == "visible"]
            return cls(str(data["output"]), visible)
        except OSError as error:
            raise NoResultsError(f"{path}: can't be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError):
            raise NoResultsError(
                f"{path}: is not what pacgrid grade --gradescope writes; name that file"
            ) from None

    @property
    def score(self) -> float:
        """The points of the visible tests."""
        return float(sum(test.get("score", 0) for test in self.tests))

    @property
    def max_score(self) -> float:
        """The points that they could have."""
        return float(sum(test.get("max_score", 0) for test in self.tests))

    @property
    def is_graded(self) -> bool:
        """Whether anything was graded: a fault of Pacgrid leaves no tests."""
        return bool(self.tests) and self.max_score > 0
