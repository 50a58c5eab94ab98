"""The options in a name: `depth=3,evaluation=cautious`."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

_OPTION = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_TOKEN = re.compile(r"""'[^']*'|"[^"]*"|[^'",()\[\]{}]+|.""", re.DOTALL)


def named_options(text: str) -> Iterator[tuple[str, str]]:
    """The options in `text`, with their values as text.

    >>> list(named_options("a=1,b=2,3"))
    [('a', '1'), ('b', '2,3')]
    """
    options: list[str] = []
    for part in _parts(text):
        if _OPTION.match(part):
            options.append(part)
        elif options:
            options[-1] += f",{part}"
    for option in options:
        name, _, value = option.partition("=")
        yield name.strip(), value.strip()


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
