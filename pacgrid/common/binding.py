"""Whether a function can be called with given options."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any


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
