"""Options as the fields of dataclasses: a command takes one object for each group of options."""

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`command` with an option for each field of those of its parameters that are dataclasses.

    The options stand in the order of the fields. A field of a dataclass may be one itself.
    """

    def call(**values: Any) -> Any:
        return _call(command, values)

    options = list(_options(command))
    call.__doc__ = command.__doc__
    call.__annotations__ = {option.name: option.annotation for option in options}
    call.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return call


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    return list(signature(function, eval_str=True).parameters.values())


def _options(function: Callable[..., Any]) -> Iterator[Parameter]:
    for parameter in _parameters(function):
        group = parameter.annotation
        if isinstance(group, type) and is_dataclass(group):
            yield from _options(group)
        else:
            yield parameter.replace(kind=Parameter.KEYWORD_ONLY)


def _call(function: Any, values: dict[str, Any]) -> Any:
    """Call a function, or make a dataclass, with those of the `values` that it takes."""
    return function(
        **{
            p.name: _call(p.annotation, values) if is_dataclass(p.annotation) else values[p.name]
            for p in _parameters(function)
        }
    )
