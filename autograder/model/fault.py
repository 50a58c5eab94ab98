"""A fault of Pacgrid: the grader itself raised an error over one submission."""

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from traceback import format_exception
from typing import Any, Self, TypeVar

from pacgrid.agent import AgentError
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields, shortened

from .conclusion import Conclusion
from .engine_version import engine_version
from .errors import CatalogueError, GradingError, SandboxError
from .grade import Grade
from .outcome import Outcome
from .placed_failure import PlacedFailure

UNGRADED = "could not be graded: a fault of Pacgrid"
UNEXPLAINED = "could not be explained: a fault of Pacgrid; the points are not affected"
UNREPORTED = "could not be reported in full: a fault of Pacgrid"

_NOT_OURS = (GradingError, SandboxError, AgentError, CatalogueError, OSError)
"""What ends the grading of all: the machine fails, or a ghost or a catalogue of the staff."""
_LINES, _CHARACTERS = 200, 20_000
"""Of a traceback: as much as helps."""

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
