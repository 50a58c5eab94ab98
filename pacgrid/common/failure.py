"""What went wrong in someone's agent, told with their own lines and none of ours."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary, TracebackException
from typing import Self

MOST_FRAMES = 5


@dataclass(frozen=True)
class Failure:
    """An exception in an agent: one line that says it, and the agent's own frames."""

    message: str
    """Such as `ZeroDivisionError: division by zero (my_agent.py, line 12, in act)`."""
    frames: str = ""
    """The traceback's frames in the agent's file and in files beside it, innermost last."""

    @classmethod
    def of(cls, error: BaseException, file: str | Path | None) -> Self:
        """What `error` looks like to the author of `file`."""
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
        what = _first_line(error)
        message = f"{kind}: {what}" if what else kind
        if own:
            message += f" ({Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name})"
        return cls(message, "\n".join(map(_told, own[-MOST_FRAMES:])))

    @classmethod
    def in_agent(cls, error: BaseException, agent: object) -> Self:
        """What `error`, raised by a method of `agent`, looks like to its author."""
        try:
            return cls.of(error, inspect.getfile(type(agent)))
        except (TypeError, OSError):
            return cls.of(error, None)


def _is_in(filename: str | None, folder: Path | None) -> bool:
    """Whether it is a file there; what Python calls `<string>` or `<frozen …>` is none."""
    if not filename or filename.startswith("<"):
        return False
    return folder == Path(filename).resolve().parent


def _told(frame: FrameSummary) -> str:
    name = Path(frame.filename).name
    return f'  File "{name}", line {frame.lineno}, in {frame.name}\n    {frame.line}'


def _first_line(error: BaseException) -> str:
    """The beginning of `str(error)`; nothing if that fails, as a stranger's exception may."""
    try:
        return str(error).strip().split("\n")[0]
    except Exception:
        return ""
