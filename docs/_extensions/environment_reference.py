"""```` ```{environment} PacmanEnv ````: the page of an environment, as Gymnasium's pages are.

`:make:` is how one makes it. The spaces are those of the environment made so, and the rest is in
the docstring of its class.
"""

import inspect
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from docstring_markdown import docstring_markdown
from generated import add_generated, code, table
from sphinx.application import Sphinx


def facts(kind: type[Any], make: str) -> list[tuple[str, str]]:
    """What an environment says of itself."""
    modes = ", ".join(map(code, kind.metadata["render_modes"]))
    return [("Make it", code(make)), *spaces(made(kind, make)), ("Render modes", modes)]


def made(kind: type[Any], make: str) -> Any:
    """The environment that the code `make` makes."""
    import gymnasium

    from pacgrid import pacgrid_v0

    names = {"gymnasium": gymnasium, "pacgrid_v0": pacgrid_v0, kind.__name__: kind}
    return eval(make, names)


def spaces(env: Any) -> list[tuple[str, str]]:
    """The agents and the spaces of an environment."""
    agents = getattr(env, "possible_agents", ())
    found = {"Agents": ", ".join(agents)} if agents else {}
    if callable(env.action_space):  # PettingZoo's; they are the same for all agents
        found["Action space"] = env.action_space(agents[0])
        found["Observation space"] = env.observation_space(agents[0])
    else:
        found["Action space"] = env.action_space
        found["Observation space"] = env.observation_space
    if hasattr(env, "single_action_space"):
        found["Actions in one game"] = env.single_action_space
        found["Observation of one game"] = env.single_observation_space
    env.close()
    return [(name, code(str(space))) for name, space in found.items()]


def arguments(kind: type) -> list[tuple[str, str]]:
    """The arguments of an environment's class, with their defaults."""
    return [
        (code(each.name), code(_shown(each.default)))
        for each in inspect.signature(kind).parameters.values()
    ]


def _shown(default: object) -> str:
    return getattr(default, "name", "") or repr(default)


def markdown(_app: Sphinx, name: str, options: Mapping[str, str]) -> str:
    """The page of the environment of that class."""
    from pacgrid import envs

    kind, make = getattr(envs, name), options["make"]
    first, _, rest = inspect.cleandoc(kind.__doc__).partition("\n\n")
    parts = [
        first,
        table(("what", "with the default arguments"), facts(kind, make)),
        re.sub(r"^##", "###", docstring_markdown(rest), flags=re.MULTILINE),
        "### Defaults",
        "Every argument of the class, and what it is if it is left out:",
        table(("argument", "default"), arguments(kind)),
    ]
    return "\n\n".join(parts)


def module_docstring(_app: Sphinx, name: str, _options: Mapping[str, str]) -> str:
    """What a module says of itself."""
    return docstring_markdown(import_module(name).__doc__ or "")


def setup(app: Sphinx) -> dict[str, bool]:
    add_generated(app, "docstring", module_docstring)
    return add_generated(app, "environment", markdown)
