"""An agent's failure, shown with its author's lines of the traceback and none of ours."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary, TracebackException
from typing import Self

from pacgrid.common.sanitize import sanitize_fields

MOST_FRAMES = 5


@dataclass(frozen=True)
class Failure:
    """An exception in an agent: one line that says it, and the agent's own frames."""

    message: str
    """Such as `ZeroDivisionError: division by zero (my_agent.py, line 12, in act)`."""
    frames: str = ""
    """The traceback's frames in the agent's file and in files beside it, innermost last."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["message"], blocks=["frames"])

    @classmethod
    def of(cls, error: BaseException, file: str | Path | None) -> Self:
        """The failure to show to the author of `file`."""
        folder = Path(file).resolve().parent if file else None
        kind = type(error).__name__
        if isinstance(error, SyntaxError) and _is_in(error.filename, folder):
            name = Path(error.filename or "").name
            return cls(
                f"{kind}: {error.msg} ({name}, line {error.lineno})",
                f'  File "{name}", line {error.lineno}\n    {(error.text or "").strip()}',
            )
        trace = TracebackException.from_exception(error, limit=-500).stack
        own = [frame for frame in trace if _is_in(frame.filename, folder)]
        reason = _first_line(error)
        message = f"{kind}: {reason}" if reason else kind
        if own:
            message += f" ({Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name})"
        return cls(message, "\n".join(map(_as_text, own[-MOST_FRAMES:])))

    @classmethod
    def in_agent(cls, error: BaseException, agent: object) -> Self:
        """The failure to show to the author of `agent`, one of whose methods raised `error`."""
        try:
            return cls.of(error, inspect.getfile(type(agent)))
        except (TypeError, OSError):
            return cls.of(error, None)


def _is_in(filename: str | None, folder: Path | None) -> bool:
    """Whether `filename` is a file in `folder`; `<string>` and `<frozen …>` are not."""
    if not filename or filename.startswith("<"):
        return False
    return folder == Path(filename).resolve().parent


def _as_text(frame: FrameSummary) -> str:
    name = Path(frame.filename).name
    return f'  File "{name}", line {frame.lineno}, in {frame.name}\n    {frame.line}'


def _first_line(error: BaseException) -> str:
    """The first line of `str(error)`; "" if that raises, as a submission's exception may."""
    try:
        return str(error).strip().split("\n")[0]
    except Exception:
        return ""
