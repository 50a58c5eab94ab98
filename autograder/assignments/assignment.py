"""An assignment: its questions, their points, and the limits for submissions."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, PrivateAttr, ValidationError, model_validator

from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import did_you_mean, one_line, similar_file
from pacgrid.errors import PacgridError

from ..model.limits import SubmissionLimits
from ..model.rules import UnansweredRule
from ..model.strict_model import Line, StrictModel, invalid
from ..model.toml_reader import TomlError, parse_toml
from .hidden_seeds import small_seeds, with_hidden_seeds
from .question import Question

SHIPPED = "pacman"
"""The default assignment."""
MAX_BYTES = 4 << 20
SALT_DIGITS = 32
"""Of a salt: 128 bits in hexadecimal."""


class AssignmentError(PacgridError):
    """An assignment that can't be used; names the file, the place in it, and what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def check_file_name(name: str) -> str:
    """`name`, if it is that of a Python file. Raises pydantic's error otherwise."""
    if not re.fullmatch(r"[\w-]+\.py", name):
        raise invalid(f"{name!r} is not the name of a Python file; write one such as 'agent.py'")
    return name


def _check_salt(salt: str) -> str:
    if len(salt) < SALT_DIGITS:
        raise invalid("can be guessed; remove it, then run: pacgrid assignment salt FILE")
    return salt


class Assignment(StrictModel):
    """Questions, and the limits for answering them."""

    title: Line
    salt: Annotated[str, AfterValidator(_check_salt)] = Field(default="", exclude=True, repr=False)
    """Makes the seeds of hidden tests secret. A loaded assignment has the seeds, and no salt."""
    file: Annotated[str, AfterValidator(check_file_name)] = "agent.py"
    """The name of the file to grade, in a submission of several files."""
    unanswered: UnansweredRule = "zero"
    """How a question that a submission doesn't answer counts in its total."""
    limits: SubmissionLimits = SubmissionLimits()
    questions: Annotated[list[Question], Field(min_length=1)]
    _guessable: tuple[str, ...] = PrivateAttr(default=())

    @classmethod
    def load(cls, source: str | Path = SHIPPED) -> Self:
        """Loads a shipped assignment by its name, or one from a TOML file.

        Raises:
            AssignmentError: one line with the file, the key or line, and what is wrong there.
        """
        if str(source) in shipped_assignments():
            shipped = files("pacgrid.autograder.assignments") / f"{source}.toml"
            return cls.parse(shipped.read_text("utf-8"), f"{source}.toml")
        try:
            text = read_regular_file(source, MAX_BYTES).decode("utf-8-sig")
        except FileNotFoundError:
            known = shipped_assignments()
            close = similar_file(source) or did_you_mean(str(source), known)
            hint = close or f"shipped: {', '.join(known)}"
            raise AssignmentError(f"{source}: no such assignment or file; {hint}") from None
        except OSError as error:
            raise AssignmentError(f"{source}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise AssignmentError(f"{source}: is not UTF-8 text; write it in TOML") from None
        return cls.parse(text, str(source), Path(source).parent)

    @classmethod
    def parse(cls, text: str, source: str, folder: Path | None = None) -> Self:
        """Parses the assignment in `text`; `source` is its name in errors.

        Paths of layouts and ghosts are relative to `folder`. Raises AssignmentError, see `load`.
        """
        try:
            context = {"folder": folder or Path()}
            assignment = cls.model_validate(parse_toml(text), context=context)
        except TomlError as error:
            raise AssignmentError(f"{source}:{error}") from None
        except ValidationError as error:
            raise AssignmentError(f"{source}: {describe(error)}") from None
        questions = with_hidden_seeds(assignment.questions, assignment.salt)
        loaded = assignment.model_copy(update={"questions": questions, "salt": ""})
        loaded._guessable = () if assignment.salt else small_seeds(assignment.questions)
        return loaded

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def is_imported(self) -> bool:
        """Whether it was read from a folder of test cases, which gave it its title."""
        return all(question.is_imported for question in self.questions)

    @property
    def test_limits(self) -> SubmissionLimits:
        """The limits for each test."""
        return self.limits.for_each_of(sum(len(question.tests) for question in self.questions))

    @property
    def has_hidden_tests(self) -> bool:
        """Whether there are tests that students can't see yet."""
        return any(t.is_hidden for q in self.questions for t in q.tests)

    @property
    def guessable_tests(self) -> tuple[str, ...]:
        """The hidden tests, such as `minimax.2`, whose seeds can be guessed since the file has no
        salt."""
        return self._guessable

    @property
    def agents(self) -> list[str]:
        """The names of the agent classes to write."""
        return list(dict.fromkeys(name for q in self.questions for name in q.agents))

    @property
    def functions(self) -> list[str]:
        """The names of the functions to write."""
        return list(dict.fromkeys(q.function for q in self.questions if q.function))

    def question(self, name: str) -> Question:
        """The question called `name`. Raises AssignmentError if there is none."""
        for question in self.questions:
            if question.name == name:
                return question
        names = [question.name for question in self.questions]
        hint = did_you_mean(name, names) or f"choose {', '.join(names)}"
        raise AssignmentError(f"no question {name!r}; {hint}")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [question.name for question in self.questions]
        if duplicates := {name for name in names if names.count(name) > 1}:
            raise invalid(f"two questions are called {min(duplicates)}; rename one")
        return self

    @model_validator(mode="after")
    def _requires_earlier_questions(self) -> Self:
        """Points that depend on hidden tests would give these away."""
        earlier: dict[str, Question] = {}
        for question in self.questions:
            for name in question.requires:
                if name not in earlier:
                    raise invalid(f"{question.name} requires {name}, which is no earlier question")
                if any(test.is_hidden for test in earlier[name].tests):
                    raise invalid(f"{question.name} requires {name}, which has hidden tests")
            earlier[question.name] = question
        return self


def shipped_assignments() -> tuple[str, ...]:
    """The names of the shipped assignments, in alphabetical order."""
    entries = (Path(entry.name) for entry in files("pacgrid.autograder.assignments").iterdir())
    return tuple(sorted(path.stem for path in entries if path.suffix == ".toml"))


_MESSAGES = {
    "missing": "missing; add this key",
    "dict_type": "should be a table",
    "model_type": "should be a table",
    "list_type": "should be an array",
}
"""Plainer messages than pydantic's own, by the type of the error."""


def describe(error: ValidationError) -> str:
    """What is wrong in TOML: `key: message` for the first error; `key:line:column: message` if it
    is in a text there."""
    first = error.errors(include_url=False, include_input=False)[0]
    plain = _MESSAGES.get(first["type"])
    message = plain.format(**first.get("ctx", {})) if plain else first["msg"]
    keys = ".".join(map(str, first["loc"]))
    return (
        f"{keys}{message}" if message.startswith(":") else ": ".join(filter(None, (keys, message)))
    )
