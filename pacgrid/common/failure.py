"""An agent's failure, shown with its author's lines of the traceback and none of ours."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary, TracebackException
from typing import Self

from pacgrid.common.mend import with_mend
from pacgrid.common.newer_python import newer_python
from pacgrid.common.sanitize import brief, sanitize_fields

MOST_FRAMES = 5
MOST_CHARACTERS = 500
"""In a line: an exception's text and an author's line may have millions."""

NO_MESSAGE = "failed without a message"
_MAX_NAME = 100


@dataclass(frozen=True)
class Failure:
    """An exception in an agent: one line that says it, and the agent's own frames."""

    message: str
    """Such as `ZeroDivisionError: division by zero (my_agent.py, line 12, in act)`. It is never
    empty, and has at most `MAX_CHARACTERS`."""
    frames: str = ""
    """The traceback's frames in the agent's file and in files beside it, innermost last; a line
    that called itself is there once."""
    position: str = ""
    """A line about the position in which it happened, and its drawing below."""

    def __post_init__(self) -> None:
        sanitize_fields(self, blocks=["frames", "position"])
        object.__setattr__(self, "message", brief(self.message) or NO_MESSAGE)

    @property
    def details(self) -> str:
        """The frames and the position."""
        return "\n".join(filter(None, [self.frames, self.position]))

    @classmethod
    def of(cls, error: BaseException, file: str | Path | None) -> Self:
        """The failure to show to the author of `file`."""
        folder = Path(file).resolve().parent if file else None
        kind = _name_of(error)
        if isinstance(error, SyntaxError) and is_in(error.filename, folder):
            name = Path(error.filename or "").name
            reason = "; ".join(filter(None, [str(error.msg), newer_python(error)]))
            return cls(
                f"{kind}: {_cut(reason)} ({name}, line {error.lineno})",
                f'  File "{name}", line {error.lineno}\n    {_cut(str(error.text or ""))}',
            )
        trace = TracebackException.from_exception(error, limit=-500).stack
        own = [frame for frame in trace if is_in(frame.filename, folder)]
        reason = _reason(error, own)
        message = f"{kind}: {reason}" if reason else kind
        if own:
            file_name, function = Path(own[-1].filename).name, brief(own[-1].name, _MAX_NAME)
            message += f" ({file_name}, line {own[-1].lineno}, in {function})"
        return cls(message, "\n".join(frames_text(own)))

    @classmethod
    def in_agent(cls, error: BaseException, agent: object) -> Self:
        """The failure to show to the author of `agent`, or of a game's state, one of whose methods
        raised `error`."""
        try:
            return cls.of(error, inspect.getfile(type(agent)))
        except (TypeError, OSError):
            return cls.of(error, None)


def is_in(filename: object, folder: Path | None) -> bool:
    """Whether `filename` is a file in `folder`; `<string>` and `<frozen …>` are not.

    The author's code can give an exception any `filename`.
    """
    if not (filename and isinstance(filename, str)) or filename.startswith("<") or "\0" in filename:
        return False
    return folder == Path(filename).resolve().parent


def frames_text(frames: Sequence[FrameSummary]) -> list[str]:
    """The last ones of `frames` as text, those of the same line once."""
    texts: dict[str, None] = {}
    for frame in reversed(frames):
        if len(texts) == MOST_FRAMES:
            break
        texts[_as_text(frame)] = None
    return list(reversed(texts))


def _as_text(frame: FrameSummary) -> str:
    name, function = Path(frame.filename).name, brief(frame.name, _MAX_NAME)
    return f'  File "{name}", line {frame.lineno}, in {function}\n    {_cut(frame.line or "")}'


def reason_of(error: BaseException) -> str:
    """The first line of `str(error)`, not too long; "" if that raises, as an author's may."""
    return _asked(lambda: _cut(str(error).strip().split("\n")[0]), "")


def _reason(error: BaseException, own: Sequence[FrameSummary]) -> str:
    """What it says, and how to mend it, if that is known."""
    reason = reason_of(error)
    return _asked(lambda: _cut(with_mend(reason, error, own[-1].line or "" if own else "")), reason)


def _name_of(error: BaseException) -> str:
    """The name of its class, which its author may have removed, or made very long."""
    name = _asked(lambda: brief(type(error).__name__, _MAX_NAME), "")
    return name or "an error without a name"


def _asked(question: Callable[[], str], otherwise: str) -> str:
    """The answer; `otherwise` if an error, whose author may have made it say odd things of itself,
    raises another."""
    try:
        return question()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return otherwise


def _cut(line: str) -> str:
    return brief(line, MOST_CHARACTERS)
