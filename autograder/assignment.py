"""An assignment: what is asked of a submission, what it is worth, and what it may cost."""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from pacgrid.autograder.limits import Limits
from pacgrid.autograder.model import Line, Model
from pacgrid.autograder.question import Question
from pacgrid.errors import PacgridError

SHIPPED = "pacman"
"""The assignment that is graded when none is named."""


class AssignmentError(PacgridError):
    """An assignment that can't be read: the file, the key in it, and what is wrong there."""


class Assignment(Model):
    """Questions, and the limits under which they are answered."""

    title: Line
    file: Annotated[str, Field(pattern=r"^[\w-]+\.py$")] = "agent.py"
    """What the file to be graded is called, in a submission of several files."""
    limits: Limits = Limits()
    questions: Annotated[list[Question], Field(min_length=1)]

    @classmethod
    def load(cls, source: str | Path = SHIPPED) -> Self:
        """The shipped assignment of that name, or the one in that TOML file.

        Raises:
            AssignmentError: names the file and the key, and says what is wrong there.
        """
        shipped = files("pacgrid.autograder.assignments") / f"{source}.toml"
        if str(source) in shipped_assignments():
            return cls.parse(shipped.read_text("utf-8"), f"{source}.toml")
        path = Path(source)
        try:
            return cls.parse(path.read_bytes().decode("utf-8-sig"), str(path), path.parent)
        except FileNotFoundError:
            known = shipped_assignments()
            close = get_close_matches(str(source), known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"shipped: {', '.join(known)}"
            raise AssignmentError(f"{source}: no such assignment or file; {hint}") from None
        except OSError as error:
            raise AssignmentError(f"{source}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise AssignmentError(f"{source}: is not a text file; write it in TOML") from None

    @classmethod
    def parse(cls, text: str, source: str, folder: Path | None = None) -> Self:
        """The assignment in `text`, whose layouts may lie in `folder`. Raises AssignmentError."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
            place = f"{source}:{found[2]}:{found[3]}: {found[1]}" if found else f"{source}: {error}"
            raise AssignmentError(place) from None
        try:
            return cls.model_validate(data, context={"folder": folder or Path()})
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(_keys(first["loc"]))
            message = first["msg"].removeprefix("Value error, ")
            raise AssignmentError(f"{source}: {key + ': ' if key else ''}{message}") from None

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def has_hidden_tests(self) -> bool:
        """Whether there are tests that students may not see now."""
        return any(t.visibility != "visible" for q in self.questions for t in q.tests)

    @property
    def agents(self) -> list[str]:
        """The agent classes that are asked for."""
        return list(dict.fromkeys(q.agent for q in self.questions if q.agent))

    @property
    def functions(self) -> list[str]:
        """The functions that are asked for."""
        return list(dict.fromkeys(q.function for q in self.questions if q.function))

    def question(self, name: str) -> Question:
        """The question of that name. Raises AssignmentError if there is none."""
        for question in self.questions:
            if question.name == name:
                return question
        names = [question.name for question in self.questions]
        close = get_close_matches(name, names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
        raise AssignmentError(f"no question {name!r}; {hint}")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [question.name for question in self.questions]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two questions are called {min(twice)}")
        return self


def shipped_assignments() -> tuple[str, ...]:
    """The names of the shipped assignments, in alphabetical order."""
    entries = (Path(entry.name) for entry in files("pacgrid.autograder.assignments").iterdir())
    return tuple(sorted(path.stem for path in entries if path.suffix == ".toml"))


def _keys(location: tuple[int | str, ...]) -> Iterator[str]:
    """The keys on the way to `location`, as pydantic tells it: without the kinds of tests, which it
    puts in behind their numbers."""
    for place, part in enumerate(location):
        if place < 2 or location[place - 2] != "tests":
            yield str(part)
