"""Options: those in a name, as in `depth=3,evaluation=cautious`, and what numbers they take."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from math import inf, isfinite
from numbers import Real
from operator import index
from typing import Any

_OPTION = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_TOKEN = re.compile(r"""'[^']*'|"[^"]*"|[^'",()\[\]{}]+|.""", re.DOTALL)


def named_options(text: str) -> dict[str, str]:
    """The options in `text`, with their values as text. Raises ValueError for one given twice.

    >>> named_options("a=1,b=2,3")
    {'a': '1', 'b': '2,3'}
    """
    options: list[str] = []
    for part in _parts(text):
        if _OPTION.match(part):
            options.append(part)
        elif options:
            options[-1] += f",{part}"
    named: dict[str, str] = {}
    for option in options:
        name, value = (each.strip() for each in option.split("=", 1))
        if name in named:
            raise ValueError(f"the option {name} is given twice")
        named[name] = value
    return named


def option_value(text: str) -> Any:
    """The literal in `text`, the list of literals and strings, or the string.

    >>> option_value("0.5"), option_value("true"), option_value("west"), option_value("a,[1,2]")
    (0.5, True, 'west', ['a', [1, 2]])
    """
    if (value := _literal(text)) != text:
        return value
    bracketed = text.startswith("[") and text.endswith("]")
    items: list[str] = []
    for part in _parts(text[1:-1] if bracketed else text):
        if items and _OPTION.match(part):  # an option of the name before
            items[-1] += f",{part}"
        else:
            items.append(part)
    return [_literal(item.strip()) for item in items] if bracketed or len(items) > 1 else text


def _literal(text: str) -> Any:
    """The Python literal in `text`, or a truth value; `text` itself if it is neither."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text


def _parts(text: str) -> Iterator[str]:
    """What stands between the commas of `text`, apart from those in brackets and quotes."""
    part, depth = "", 0
    for token in _TOKEN.findall(text):
        depth += (token in "([{") - (token in ")]}")
        if token == "," and depth <= 0:
            yield part
            part = ""
        else:
            part += token
    yield part


def why_not_callable(function: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """Why `function(**options)` can't be called, in the same words on every Python; "" if it can.

    >>> why_not_callable(lambda *, depth: depth, {})
    "missing a required argument: 'depth'"
    """
    try:
        inspect.signature(function).bind(**options)
    except TypeError as error:
        return str(error).replace(" keyword-only", "")
    return ""


def whole_number(
    name: str, value: object, least: int | None = None, most: int | None = None
) -> int:
    """`value`, a Python or numpy integer within these limits, as an int. Raises ValueError for
    anything else, bools included."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or (least is not None and not least <= number <= (most or number)):
        limits = ("" if least is None else f" from {least:,}") + (f" to {most:,}" if most else "")
        raise ValueError(f"{name} must be a whole number{limits}, not {value!r:.40}")
    return number


def finite_number(name: str, value: object) -> float:
    """`value`, a real number of Python or numpy, as a float.

    Raises ValueError for anything else, nan and infinity included.
    """
    if not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(value)


def number_from_0(name: str, value: float) -> float:
    """`value` itself. Raises ValueError unless it is a number from 0 up."""
    if not isinstance(value, Real) or isinstance(value, bool) or not value >= 0:
        raise ValueError(f"{name} must be a number from 0, not {value!r:.40}")
    return value


def number_above_0(name: str, value: float) -> float:
    """`value` itself. Raises ValueError unless it is a finite number above 0."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0 < value < inf:
        raise ValueError(f"{name} must be a number above 0, not {value!r:.40}")
    return value


def probability(name: str, value: float) -> float:
    """`value` itself. Raises ValueError unless it is a number from 0 to 1."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a probability from 0 to 1, not {value!r:.40}")
    return value
