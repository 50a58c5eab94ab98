"""What a submission's file has that can be graded."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from types import ModuleType

from pacgrid.agent import Agent, ChanceAgent, GhostTeam
from pacgrid.agent_loader import agents_in

MAX_NAMES = 20
"""How many agents of a file, or options of an agent, are reported."""
MAX_NAME_LENGTH = 60


def module_contents(
    module: ModuleType, agents: Sequence[str], functions: Sequence[str]
) -> dict[str, object]:
    """Which of the `agents` and `functions` the module has, similar names in it, and its other
    agents: the fields of a `Loaded` reply."""
    values = {name: value for name, value in vars(module).items() if _is_name(name)}
    named = {name: values[name] for name in agents if _is_agent(values.get(name))}
    callables = [name for name in functions if _is_function(values.get(name))]
    own = islice(((n, c) for n, c in agents_in(module).items() if _is_name(n)), MAX_NAMES)
    defined = [
        name
        for name, value in values.items()
        if getattr(value, "__module__", "") == module.__name__ and name not in agents
    ]
    return {
        "agents": {name: _summary(agent) for name, agent in {**dict(own), **named}.items()},
        "functions": callables,
        "similar": {
            **_similar([name for name in agents if name not in named], values, defined),
            **_similar([name for name in functions if name not in callables], values, defined),
        },
    }


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and len(name) <= MAX_NAME_LENGTH


def _is_agent(value: object) -> bool:
    """Whether `value` is an agent class that doesn't come with Pacgrid."""
    return isinstance(value, type) and issubclass(value, Agent) and not _is_ours(value)


def _is_function(value: object) -> bool:
    """Whether `value` is a callable, not a class, that doesn't come with Pacgrid."""
    ours = inspect.isroutine(value) and _is_ours(value)
    return callable(value) and not isinstance(value, type) and not ours


def _is_ours(value: object) -> bool:
    return str(getattr(value, "__module__", "")).startswith("pacgrid.")


def _summary(agent: type[Agent]) -> dict[str, object]:
    """What the grader must know about an agent class to choose its tests."""
    missing = sorted(getattr(agent, "__abstractmethods__", ()))
    options: list[str] | None = None
    required: list[str] = []
    with suppress(TypeError, ValueError):  # a class without a signature accepts any options
        parameters = inspect.signature(agent).parameters.values()
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            options = [
                p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
            ]
        variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        required = [p.name for p in parameters if p.default is p.empty and p.kind not in variable]
    return {
        "missing_methods": _first_names(missing),
        "options": options and _first_names(options),
        "required": _first_names(required),
        "is_ghost": issubclass(agent, GhostTeam | ChanceAgent),
    }


def _first_names(names: Iterable[str]) -> list[str]:
    return list(islice(filter(_is_name, names), MAX_NAMES))


def _similar(
    missing: Sequence[str], values: Mapping[str, object], defined: Iterable[str]
) -> dict[str, str]:
    """By `missing` name: itself if the file has a value of that name, or a similar name that is
    `defined`."""
    similar = {name: name for name in missing if name in values and not _is_ours(values[name])}
    by_lower = {name.lower(): name for name in missing if name not in similar}
    for name in defined:
        for lower in get_close_matches(name.lower(), by_lower, n=1, cutoff=0.7):
            similar.setdefault(by_lower[lower], name)
    return similar
