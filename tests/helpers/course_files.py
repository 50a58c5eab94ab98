"""Course files as students write them, in `tests/course_files/`, and what is said of them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "course_files"
OUTCOMES = FOLDER / "outcomes.toml"
SEARCHES = {"minimax", "alpha_beta", "expectimax"}
"""The questions of the shipped assignment about a search."""


@dataclass(frozen=True)
class Expected:
    """What a course file gets for a question of the shipped assignment."""

    points: float
    mistake: str = ""
    """The title of the mistake that is named; "" for none."""
    failure: str = ""
    """What its failure's message contains; "" if it doesn't fail."""


@dataclass(frozen=True)
class CourseFile:
    """A course file, and what it gets."""

    path: Path
    expected: Mapping[str, Expected]
    """By question of the shipped assignment that it answers."""
    failure: str = ""
    """What the message contains if it can't be loaded."""

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


def course_files(kind: str = "*") -> Iterator[CourseFile]:
    """The `right` or the `wrong` ones, or all."""
    table = tomllib.loads(OUTCOMES.read_text())
    for path in sorted(FOLDER.glob(f"{kind}/*.py")):
        row = dict(table[path.parent.name][path.stem])
        failure = row.pop("failure", "")
        yield CourseFile(path, {name: Expected(**each) for name, each in row.items()}, failure)
