"""Failures that aren't a submission's: errors that end grading, faults of Pacgrid, its version."""

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import as_file, files
from traceback import format_exception
from typing import Any, Self, TypeVar

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields, shortened
from pacgrid.errors import AgentError, PacgridError

from .grade import Grade
from .outcome import Conclusion, Outcome, PlacedFailure


class GradingError(PacgridError):
    """Grading can't go on, and no submission is to blame."""


class SandboxError(PacgridError):
    """The sandbox can't be set up."""


UNGRADED = "could not be graded: a fault of Pacgrid"
UNEXPLAINED = "could not be explained: a fault of Pacgrid; the points are not affected"
UNREPORTED = "could not be reported in full: a fault of Pacgrid"
_NOT_OURS = (GradingError, SandboxError, AgentError, OSError)
"""What ends the grading of all: the machine fails, or a ghost of the staff."""
_LINES, _CHARACTERS = 200, 20_000
"""A traceback is cut to as much as helps."""
T = TypeVar("T")


@dataclass(frozen=True)
class Fault(Failure):
    """A failure of the grader, not of the submission. It is never stored as a result."""

    report: str = field(default="", compare=False)
    """The traceback and the versions, for the staff; it may show hidden tests. What students see
    has the message only."""

    def __post_init__(self) -> None:
        super().__post_init__()
        sanitize_fields(self, blocks=["report"])

    @classmethod
    def caught(cls, error: Exception) -> Self:
        """The fault of a grader that raised `error`."""
        return cls(UNGRADED, report=_report(error))


def explained(outcome: Outcome, **fields: Callable[[], Any]) -> Outcome:
    """`outcome` with what explains it: the values of these `fields`. If one can't be made, the
    outcome has a fault in its place, and keeps its points."""
    for name, make in fields.items():
        made: Any = attempt(make)
        if isinstance(made, Fault):
            fault = PlacedFailure(replace(made, message=UNEXPLAINED), "")
            outcome = replace(outcome, other_failures=(*outcome.other_failures, fault))
        else:
            outcome = replace(outcome, **{name: made})
    return outcome


def attempt(function: Callable[[], T], *others: type[Exception]) -> T | Fault:
    """What `function` returns; a fault if it raises an error.

    Raises what is nobody's fault here: GradingError, OSError and the like, and `others`.
    """
    try:
        return function()
    except Exception as error:
        if isinstance(error, (*_NOT_OURS, *others)):
            raise
        return Fault.caught(error)


def has_fault(result: object) -> bool:
    """Whether the result of a job is a fault, or an outcome with one."""
    failures = [each.failure for each in result.failures] if isinstance(result, Outcome) else []
    if isinstance(result, Conclusion) and result.failure:
        failures.append(result.failure)
    return any(isinstance(each, Fault) for each in (result, *failures))


def faults_of(grade: Grade) -> Iterator[tuple[str, Fault]]:
    """The faults in `grade`, and where each happened: `minimax.2`, or "" for the whole."""
    if isinstance(grade.failure, Fault):
        yield "", grade.failure
    for question in grade.questions:
        if isinstance(question.failure, Fault) and question.failure != grade.failure:
            yield question.name, question.failure
        for outcome in question.outcomes:
            for failed in outcome.failures:
                if isinstance(failed.failure, Fault):
                    yield f"{question.name}.{outcome.number}", failed.failure


def _report(error: Exception) -> str:
    try:
        machine = f"Python {platform.python_version()}, {platform.platform()}"
        lines = "".join(format_exception(error))
        return shortened(f"{engine_version()}\n{machine}\n\n{lines}", _LINES, _CHARACTERS)
    except Exception:  # such as a MemoryError, again
        return type(error).__name__


_PARTS = {
    "pacgrid": "*.py",
    "pacgrid.common": "*.py",
    "pacgrid.cs188": "**/*.py",
    "pacgrid.learning": "opponent_model.py",
    "pacgrid.records": "*.py",
    "pacgrid.tree": "*.py",
    "pacgrid.agents": "*.py",
    "pacgrid.autograder": "**/*.py",
}
"""By package: the files that can change a grade. Code that only shows games can't."""


@cache
def engine_version() -> str:
    """Such as `pacgrid 0.1.0 on Python 3.11 (3f2a9c01d2e4)`. Equal versions give equal grades."""
    hashed = sha256()
    for name, content in sources():
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    python = ".".join(platform.python_version_tuple()[:2])
    return f"pacgrid {version('pacgrid')} on Python {python} ({hashed.hexdigest()[:12]})"


def sources() -> Iterator[tuple[str, bytes]]:
    """The names and contents of these files, in the same order on every machine."""
    for package, pattern in _PARTS.items():
        with as_file(files(package)) as folder:
            paths = {path.relative_to(folder).as_posix(): path for path in folder.glob(pattern)}
            for name, path in sorted(paths.items()):
                # Line ends depend on the installation.
                yield f"{package}/{name}", path.read_bytes().replace(b"\r\n", b"\n")
