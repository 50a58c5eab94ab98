"""An agent's failure, shown with its author's lines of the traceback and none of ours."""

import gc
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException, walk_stack
from types import FrameType, ModuleType
from typing import Any, Self

from pacgrid.common.folder_importer import PACKAGE
from pacgrid.common.sanitize import brief, sanitize_fields

MOST_FRAMES = 5
MOST_CHARACTERS = 500
"""The most in a line: an exception's text and an author's line may have millions."""

HAND_IN = "docs/hand_in.md says what to hand in"
UNDER_MAIN = 'games of your own belong under if __name__ == "__main__":'
"""How to fix a file that plays games while it is imported."""
NO_MESSAGE = "failed without a message"
_MAX_NAME = 100


@dataclass(frozen=True)
class Failure:
    """An exception in an agent: one line that says it, and the agent's own frames."""

    message: str
    """A line such as `ZeroDivisionError: division by zero (my_agent.py, line 12, in act)`. It is
    never empty, and has at most `MAX_CHARACTERS`."""
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
            return cls(
                f"{kind}: {_cut(str(error.msg))} ({name}, line {error.lineno})",
                f'  File "{name}", line {error.lineno}\n    {_with_caret(error)}',
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


def written_at(method: Callable[..., Any]) -> str:
    """` (my_agent.py, line 5, in act)`: where the author of a method's class has written it; "" if
    that isn't known, or the method is of another folder."""

    def found() -> str:
        code, kind = method.__code__, type(method.__self__)  # type: ignore[attr-defined]
        if not is_in(code.co_filename, Path(inspect.getfile(kind)).resolve().parent):
            return ""
        return f" ({Path(code.co_filename).name}, line {code.co_firstlineno}, in {code.co_name})"

    return _asked(found, "")


def is_in(filename: object, folder: Path | None) -> bool:
    """Whether `filename` is a file in `folder`; `<string>` and `<frozen …>` are not.

    The author's code can give an exception any `filename`.
    """
    if not (filename and isinstance(filename, str)) or filename.startswith("<") or "\0" in filename:
        return False
    return folder == Path(filename).resolve().parent


def busy_line(agent: object, thread: int) -> str:
    """`my_agent.py, line 5, in act`: the innermost line of its author's that a thread of that
    number is at; "" if none is."""
    try:
        folder = Path(inspect.getfile(type(agent))).resolve().parent
    except (TypeError, OSError):
        return ""
    own = busy_frame(_thread_frame(thread), folder)
    return f"{Path(own.filename).name}, line {own.lineno}, in {own.name}" if own else ""


def _thread_frame(thread: int) -> FrameType | None:
    """The innermost frame of the thread of that number."""
    # Before Python 3.11.9, a garbage collection while it looks stops it forever.
    collects = gc.isenabled()
    gc.disable()
    try:
        return sys._current_frames().get(thread)
    finally:
        if collects:
            gc.enable()


def busy_frame(innermost: FrameType | None, folder: Path) -> FrameSummary | None:
    """The innermost frame of an author whose files are in `folder`; None if there is none."""
    stack = StackSummary.extract(walk_stack(innermost), limit=500, lookup_lines=False)
    return next((frame for frame in stack if is_in(frame.filename, folder)), None)


def frames_text(frames: Sequence[FrameSummary]) -> list[str]:
    """The last ones of `frames` as text, those of the same line once."""
    texts: dict[str, None] = {}
    for frame in reversed(frames):
        if len(texts) == MOST_FRAMES:
            break
        texts[_as_text(frame)] = None
    return list(reversed(texts))


def _with_caret(error: SyntaxError) -> str:
    """The line that can't be read, and a caret below its first wrong character."""
    text = str(error.text or "").rstrip()
    line = _cut(text)
    if not isinstance(error.offset, int) or not text.endswith(line):
        return line
    column = error.offset - 1 - (len(text) - len(line))
    return f"{line}\n    {' ' * column}^" if 0 <= column <= len(line) else line


def _as_text(frame: FrameSummary) -> str:
    name, function = Path(frame.filename).name, brief(frame.name, _MAX_NAME)
    return f'  File "{name}", line {frame.lineno}, in {function}\n    {_cut(frame.line or "")}'


def reason_of(error: BaseException) -> str:
    """The first line of `str(error)`, not too long; "" if that raises, as an author's may."""
    return _asked(lambda: _cut(str(error).strip().split("\n")[0]), "")


def _reason(error: BaseException, own: Sequence[FrameSummary]) -> str:
    """What it says, and how to fix it, if that is known."""
    reason = reason_of(error)
    return _asked(lambda: _cut(with_fix(reason, error, own[-1].line or "" if own else "")), reason)


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
_CALLED = {"act": "self, state", "value": "self, state, plies", "distribution": "self, state"}
"""The parameters with which we call methods of agents."""
_ONE_TOO_MANY = re.compile(
    r"\w\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)
_ARGUMENTS_TO_STATE = re.compile(rf"\.({'|'.join(_METHODS)})\(\) takes \d")
_WITHOUT_INDEX = re.compile(r"__init__\(\) missing 1 required positional argument: 'index'")
_TOO_DEEP = re.compile(
    r"(?:maximum recursion depth exceeded|Stack overflow \(used \d+ kB\))"
    r"(?: in comparison| while calling a Python object)?"
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def with_fix(reason: str, error: BaseException, line: str) -> str:
    """`reason`, which says what `error` is, followed by how to fix it if that is known; `line` is
    the author's line that raised it."""
    if isinstance(error, RecursionError) and _TOO_DEEP.fullmatch(reason):
        return _too_deep(error)
    if isinstance(error, AttributeError | ImportError) and (own := _own_module(error)):
        return f"{reason}; {own} hides another module of that name: rename your file"
    if isinstance(error, AttributeError):
        if _is_change(error, reason, line):
            change = reason if "never changes" in reason else "a state never changes"
            return f"{change}; successor(action) gives the one after an action"
        if error.obj is None and ".report." in line:
            return f"{reason}; begin with self.report = Report()"
        return _missing_name(error.obj, error.name) or reason
    if isinstance(error, ModuleNotFoundError) and sys.platform == "emscripten":
        return f"{reason}; a page has Python's own modules and pacgrid"
    if _lacks_keyboard(error):
        own = "; pdb and input() work with play --view none"
        return "nobody can type here" + own * (sys.platform != "emscripten")
    fix = _fix(reason, line) if isinstance(error, TypeError) else ""
    if isinstance(error, IndexError) and re.search(r"\bghosts\s*\[", line):
        fix = "agent i is ghosts[i - 1]"
    return f"{reason}; {fix}" if fix else reason


def _own_module(error: AttributeError | ImportError) -> str:
    """`your random.py`, if an author's module that hides another one lacks a name."""
    name = error.name
    if isinstance(error, AttributeError):
        name = error.obj.__name__ if isinstance(error.obj, ModuleType) else ""
    found = re.fullmatch(rf"{PACKAGE}\d*\.(\w+)", str(name))
    return f"your {found[1]}.py" if found else ""


def _lacks_keyboard(error: BaseException) -> bool:
    """Whether `input()`, or a debugger that `breakpoint()` started, has found no more input."""
    asked = isinstance(error, EOFError) and str(error) == "EOF when reading a line"
    is_quit = type(error).__module__ == "bdb" and type(error).__name__ == "BdbQuit"
    return (asked or is_quit) and not (sys.stdin and sys.stdin.isatty())


def _fix(reason: str, line: str) -> str:
    if called := _ARGUMENTS_TO_STATE.search(reason):
        return f"a state knows whose turn it is: write {_METHODS[called[1]]}"
    if "'Cells' object is not subscriptable" in reason:
        return "a set of cells has no order: loop over it, or make a list of it"
    if (counts := _ONE_TOO_MANY.search(reason)) and int(counts[3]) == int(counts[2]) + 1:
        parameters = _CALLED.get(counts[1], "")
        is_ours = int(counts[3]) == len(parameters.split())
        return f"write def {counts[1]}({parameters})" if is_ours else "is self its first parameter?"
    if _WITHOUT_INDEX.search(reason):
        return "agents of Pac-Man get no index: write index=0"
    if "'NoneType' object is not callable" in reason and (
        called := _CALLED_EVALUATION.search(line)
    ):
        return f"{called[1]} is None: keep what __init__ is given, or a function of your own"
    if "is not callable" in reason and (called := _CALLED_PROPERTY.search(line)):
        return f"{called[1]} is a property: write it without ()"
    if "method" in reason and (uncalled := _UNCALLED_METHOD.search(line)):
        return f"{uncalled[1]} is a method: write {_METHODS[uncalled[1]]}"
    if "NoneType" in reason:
        return "a function without a return gives None"
    return ""


_CHANGE = re.compile(
    r"can't (set|delete) \w+: a state never changes|property '\w+' of 'State' object has no .*"
    r"|'State' object has no attribute '\w+'( and no __dict__ .*)?"
)
_GHOST_CHANGE = re.compile(r"\bghosts?(\[[^]]*\])?\.(position|direction|scared)\s*[-+]?=(?!=)")
_SET_CHANGES = ("add", "append", "clear", "discard", "pop", "remove", "update")


def _is_change(error: AttributeError, reason: str, line: str) -> bool:
    """Whether the author's `line` tried to change a state, one of its ghosts or its food."""
    if _CHANGE.fullmatch(reason):  # Python names no object where an attribute is set
        return error.obj is None or "__dict__" in reason
    if type(error.obj).__name__ == "Cells":
        return error.name in _SET_CHANGES
    return reason == "can't set attribute" and bool(_GHOST_CHANGE.search(line))


def _too_deep(error: RecursionError) -> str:
    """The reason in the same words on every Python, and how to fix it if it was reached early,
    through C."""
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
    """What a position, an object of ours or one of a class that inherits from ours has instead of
    `name`; "" for all other owners, for what only some states have, and if nothing is like it."""
    kind = owner if isinstance(owner, type) else type(owner)
    if kind is tuple and len(owner) == 2 and all(isinstance(each, int | float) for each in owner):
        return f"a cell is a tuple (x, y), and has no {name}"
    if kind is tuple and owner and hasattr(owner[0], str(name)):
        return f"a tuple has no {name}, but each of its items has"
    ours = [base for base in kind.__mro__ if str(base.__module__).startswith("pacgrid.")]
    if not (isinstance(name, str) and ours):
        return ""
    if kind not in ours:
        for base in ours:
            begin: Any = base.__dict__.get("__init__")
            if name in getattr(getattr(begin, "__code__", None), "co_names", ()):
                given = [each for each in inspect.signature(begin).parameters if each != "self"]
                call = f"super().__init__({', '.join(f'{each}={each}' for each in given)})"
                return f"{kind.__name__} has no {name}; its __init__ must call {call}"
    if kind in ours and all(hasattr(kind, method) for method in _METHODS):
        what, names = "a state", [known for known in _STATE if hasattr(kind, known)]
    else:
        members = getattr(kind, "__members__", getattr(kind, "_fields", ()))
        what, names = kind.__name__, list(members)
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
