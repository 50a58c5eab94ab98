"""How to mend a common slip, for the message of an exception."""

import re
import sys
from difflib import get_close_matches
from typing import Any

from pacgrid.common.python2 import python2_name

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
