"""The files that an assignment asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

_FILE = "agent.py"


@dataclass(frozen=True)
class AskedFiles:
    """What students hand in."""

    main: str = _FILE
    """The name of the Python file that is graded in a hand-in of several; "" if only answers are
    asked for."""
    answers: tuple[str, ...] = ()
    """The names of files with answers."""

    def __str__(self) -> str:
        """`a Python file`, `exercise.toml`, `a Python file or exercise.toml`."""
        return " or ".join([*["a Python file"] * bool(self.main), *self.answers])

    def has_answers(self, paths: Iterable[str]) -> bool:
        """Whether one of these files has answers, in whatever folder it is."""
        return any(PurePosixPath(path).name in self.answers for path in paths)
