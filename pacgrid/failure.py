"""What went wrong in someone's agent, told with their own lines and none of ours."""

import inspect
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Self

MOST_FRAMES = 5
_OURS = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Failure:
    """An exception in an agent: one line that says it, and the agent's own frames."""

    message: str
    """Such as `ZeroDivisionError: division by zero (my_agent.py, line 12, in act)`."""
    frames: str = ""
    """The part of the traceback that lies in the agent's own folder, innermost last."""

    @classmethod
    def of(cls, error: BaseException, file: str | Path | None) -> Self:
        """What `error` looks like to the author of `file`."""
        told = traceback.TracebackException.from_exception(error, limit=-500)
        name = type(error).__name__
        if isinstance(error, SyntaxError) and error.lineno:
            place = f"{Path(error.filename or '?').name}, line {error.lineno}"
            code = (error.text or "").strip()
            return cls(f"{name}: {error.msg} ({place})", f"  line {error.lineno}\n    {code}")
        what = str(error).strip().split("\n")[0] if _speaks(error) else ""
        folder = Path(file).resolve().parent if file else None
        own = [f for f in told.stack if folder and _lies_in(folder, Path(f.filename).resolve())]
        place = (
            f" ({Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name})"
            if own
            else ""
        )
        lines = [
            f'  File "{Path(frame.filename).name}", line {frame.lineno}, in {frame.name}\n'
            f"    {frame.line}"
            for frame in own[-MOST_FRAMES:]
        ]
        return cls(f"{name}: {what}{place}" if what else f"{name}{place}", "\n".join(lines))

    @classmethod
    def in_agent(cls, error: BaseException, agent: object) -> Self:
        """What `error`, raised by a method of `agent`, looks like to its author."""
        try:
            return cls.of(error, inspect.getfile(type(agent)))
        except (TypeError, OSError):
            return cls.of(error, None)


def _lies_in(folder: Path, file: Path) -> bool:
    """Whether `file` is one of the author's: in their `folder`, and neither ours nor installed."""
    return folder in file.parents and not {_OURS, "site-packages"} & {*file.parents, *file.parts}


def _speaks(error: BaseException) -> bool:
    """Whether `str(error)` works: an exception of a stranger's may fail at that, too."""
    try:
        str(error)
    except Exception:
        return False
    return True
