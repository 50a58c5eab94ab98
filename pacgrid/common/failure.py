"""An agent's failure, shown with its author's lines of the traceback and none of ours."""

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, TracebackException
from typing import Any, Self

from pacgrid.common.other_pythons import newer_python, python2_name
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


_STATE = (
    *("to_move", "num_agents", "legal_actions", "successor", "is_terminal", "is_win", "is_loss"),
    *("score", "pacman", "ghosts", "food", "capsules", "maze"),
)
"""What a state has for agents."""
_METHODS = {"legal_actions": "legal_actions()", "successor": "successor(action)"}
_PROPERTIES = "|".join(name for name in _STATE if name not in _METHODS)
_CALLED_PROPERTY = re.compile(rf"\.({_PROPERTIES})\s*\(")
_UNCALLED_METHOD = re.compile(rf"\.({'|'.join(_METHODS)})\b(?!\s*\()")
_CALLED_EVALUATION = re.compile(r"((?:self\.)?_*eval\w*)\s*\(")
_ONE_TOO_MANY = re.compile(
    r"\w\.\w+\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)
_WITHOUT_INDEX = re.compile(r"__init__\(\) missing 1 required positional argument: 'index'")
_TOO_DEEP = re.compile(
    r"(?:maximum recursion depth exceeded|Stack overflow \(used \d+ kB\))"
    r"(?: in comparison| while calling a Python object)?"
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def with_mend(reason: str, error: BaseException, line: str) -> str:
    """`reason`, which says what `error` is, followed by how to mend it if that is known; `line` is
    the author's line that raised it."""
    if mend := python2_name(error, line):
        return f"{reason}; {mend}"
    if isinstance(error, RecursionError) and _TOO_DEEP.fullmatch(reason):
        return _too_deep(error)
    if isinstance(error, AttributeError):
        return _missing_name(error.obj, error.name) or reason
    mend = _mend(reason, line) if isinstance(error, TypeError) else ""
    return f"{reason}; {mend}" if mend else reason


def _mend(reason: str, line: str) -> str:
    if (counts := _ONE_TOO_MANY.search(reason)) and int(counts[2]) == int(counts[1]) + 1:
        return "is self its first parameter?"
    if _WITHOUT_INDEX.search(reason):
        return "agents of Pac-Man get no index: write index=0"
    if "'NoneType' object is not callable" in reason and (
        called := _CALLED_EVALUATION.search(line)
    ):
        return f"{called[1]} is None: keep the evaluation that __init__ is given"
    if "is not callable" in reason and (called := _CALLED_PROPERTY.search(line)):
        return f"{called[1]} is a property: write it without ()"
    if "method" in reason and (uncalled := _UNCALLED_METHOD.search(line)):
        return f"{uncalled[1]} is a method: write {_METHODS[uncalled[1]]}"
    if "NoneType" in reason:
        return "a function without a return gives None"
    return ""


def _too_deep(error: RecursionError) -> str:
    """In the same words on every Python; how to mend it, if it was reached early, through C."""
    reason, frames, trace = "maximum recursion depth exceeded", 0, error.__traceback__
    while trace:
        frames, trace = frames + 1, trace.tb_next
    if frames > sys.getrecursionlimit() * 0.9:  # some are of whoever called the agent
        return reason
    version = "Python {}.{}".format(*sys.version_info)
    through_c = "calls through C code, such as functools.cache"
    limit = f"counts {through_c}, twice"
    if sys.version_info >= (3, 12):
        limit = f"has another limit for {through_c}"
    return f"{reason}; if it isn't endless, keep results in a dict: {version} {limit}"


def _missing_name(owner: Any, name: object) -> str:
    """What an object of ours has instead of `name`; "" for all other owners, for what only some
    states have, and if nothing is like it."""
    kind = owner if isinstance(owner, type) else type(owner)
    if not (isinstance(name, str) and str(kind.__module__).startswith("pacgrid.")):
        return ""
    if all(hasattr(kind, method) for method in _METHODS):
        what, names = "a state", [known for known in _STATE if hasattr(kind, known)]
    else:
        what, names = kind.__name__, list(getattr(kind, "__members__", ()))
    if not names and not hasattr(kind, "__getattr__"):
        close = _close_name(name, [known for known in dir(owner) if not known.startswith("_")])
        return f"{what} has no {name}; did you mean {close}?" if close else ""
    if not names or (name in _STATE and name not in names):
        return ""
    close = _close_name(name, names)
    if close:
        return f"{what} has no {name}; did you mean {_METHODS.get(close, close)}?"
    return f"{what} has no {name}; it has {', '.join(_METHODS.get(n, n) for n in names)}"


def _close_name(name: str, names: list[str]) -> str:
    """The one of `names` that `name` probably means; "" if none is like it."""
    words = [word.lower() for word in _WORD.findall(name)]
    plain = "_".join(word for word in words if word != "get")
    by_lower = {known.lower(): known for known in names}
    close = get_close_matches(plain, by_lower, n=1)
    close = close or [known for known in by_lower if known.rstrip("s") in words]
    return by_lower[close[0]] if close else ""
