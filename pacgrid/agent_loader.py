"""Loads agents by name: shipped ones, files and plug-ins, with options."""

import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import resources
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pacgrid.agent import Agent, AgentError, AgentSpec, GhostTeam
from pacgrid.common.failure import Failure, reason_of
from pacgrid.common.folder_importer import folder_importer
from pacgrid.common.named_options import why_not_callable
from pacgrid.common.sanitize import did_you_mean, why_no_file
from pacgrid.cs188.course_file import is_course_file
from pacgrid.errors import PacgridError
from pacgrid.search import CHANCE, evaluation_named, is_general_sum
from pacgrid.state import State
from pacgrid.teams import TEAMS, TeamError, team_beside_others

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


Player = TypeVar("Player", Agent, Agent | None)

PLUGINS = "pacgrid.agents"
"""The entry-point group in which an installed package offers agents."""

LEFT_OUT = "left_out.txt"
"""In the folder of the shipped agents: the names of those that this installation lacks, since they
solve the assignment of the course that it is for."""

FUNCTIONS = ("evaluation", "utility")
"""The options that may be functions in a file."""

MAX_AGENT_BYTES = 4 << 20
"""The size of the largest file of an agent that is copied or compared."""


def load_agent(text: str) -> Agent:
    """Build the agent that `text` names; `text` becomes its `name`.

    The options `evaluation` and `utility` may be functions in a file, as in
    `evaluation=my_agent.py:evaluate`. A class in a file gets a shipped evaluation as a function, as
    when it is graded.

    Raises:
        AgentError: no such agent, or it can't be imported or built.
    """
    spec = AgentSpec.parse(text)
    options = dict(spec.options)
    for option in FUNCTIONS:
        if function := _function(options.get(option)):
            options[option] = function
    if spec.is_file and isinstance(name := options.get("evaluation"), str):
        options["evaluation"] = _as_function(name)
    kind = agent_class(spec)
    if getattr(kind, "takes_text", False):
        options |= {n: t for n, t in spec.texts.items() if not isinstance(spec.options[n], str)}
    agent = build_agent(kind, options, text)
    with suppress(AttributeError):  # an agent may define `name` itself
        agent.name = text
    return agent


def load_agents(names: Sequence[str], load: Callable[[str], Player] = load_agent) -> list[Player]:
    """Build the agents of a game by their names, Pac-Man's first. Raises as `load_ghosts`; also
    TeamError if a `GhostTeam` is named as Pac-Man."""
    pacman, *ghosts = names
    agents = [load(pacman)]
    if isinstance(agents[0], GhostTeam):
        raise TeamError(f"{pacman} is a team of ghosts, not a Pac-Man; use --ghosts {pacman}")
    return agents + load_ghosts(ghosts, load)


def load_ghosts(names: Sequence[str], load: Callable[[str], Player] = load_agent) -> list[Player]:
    """Build the agents of all ghosts of a game, as `ghost_names` names them.

    Each name makes a new agent with `load`; but one `GhostTeam` plays all ghosts.

    Raises:
        AgentError: an agent can't be loaded.
        TeamError: a team is named, and other ghosts beside it.
    """
    ghosts: list[Player] = []
    for name in names:
        ghosts.append(ghost := load(name))
        if isinstance(ghost, GhostTeam):
            if len(set(names)) > 1:
                raise team_beside_others(name)
            return [ghost] * len(names)
    return ghosts


def _function(name: object) -> Callable[..., Any] | None:
    """The function that `my_file.py:my_function:option=value` names; None for anything else. It may
    be the only one in a list, which is what brackets make of it. Raises AgentError."""
    if isinstance(name, list) and len(name) == 1:
        (name,) = name
    if not isinstance(name, str) or ".py:" not in name:
        return None
    spec = AgentSpec.parse(name)
    function = getattr(load_module(spec.source), spec.class_name or "", None)
    if not callable(function):
        raise AgentError(f"{spec.source}: has no function {spec.class_name}")
    if not spec.options:
        return cast("Callable[..., Any]", function)
    with suppress(TypeError, ValueError):  # it has no signature
        parameters = inspect.signature(function).parameters
        if unknown := [option for option in spec.options if option not in parameters]:
            raise AgentError(f"{name}: {spec.class_name} has no parameter {unknown[0]}")
    return partial(function, **spec.options)


def _as_function(name: str) -> Any:
    """The shipped evaluation with that name; `name` itself if there is none."""
    from pacgrid.agents.evaluation import WEIGHTS

    return evaluation_named(name) if name in ("score", *WEIGHTS) else name


def agent_class(spec: "AgentSpec") -> type[Agent]:
    """Load the class that `spec` names. Raises AgentError."""
    if spec.is_file:
        return pick_class(agents_in(load_module(spec.source)), spec.class_name, spec.source)
    if spec.source in shipped_names():
        module = importlib.import_module(f"pacgrid.agents.{spec.source}")
        return pick_class(agents_in(module), spec.class_name, spec.source)
    for plugin in plugins():
        if plugin.name == spec.source:
            return _load_plugin(plugin)
    if spec.source in left_out_names():
        raise left_out(spec.source)
    if spec.source in TEAMS:
        raise AgentError(f"{spec.source} is a team of ghosts, not an agent; use --ghosts")
    names = sorted({*shipped_names(), *(plugin.name for plugin in plugins())})
    if Path(f"{spec.source}.py").is_file():
        raise AgentError(f"no agent {spec.source!r}; did you mean {spec.source + '.py'!r}?")
    close = did_you_mean(spec.source, [*names, *TEAMS])
    hint = close or f"choose {', '.join(names)} or a .py file"
    raise AgentError(f"no agent {spec.source!r}; {hint}")


def build_agent(kind: type[Agent], options: Mapping[str, Any], name: str) -> Agent:
    """`kind(**options)`. Raises AgentError, which begins with `name`."""
    try:
        signature = inspect.signature(kind)
    except (TypeError, ValueError) as error:
        raise AgentError(f"{name}: {error}") from None
    if reason := why_not_callable(kind, options):
        known = ", ".join(signature.parameters) or "none"
        hint = f"; {kind.option_hint}" if getattr(kind, "option_hint", "") else ""
        raise AgentError(f"{name}: {reason}; the options of {kind.__name__} are: {known}{hint}")
    try:
        return kind(**options)
    except PacgridError:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, ValueError) and (reason := reason_of(error)):
            raise AgentError(f"{name}: {reason}") from None
        failure = Failure.of(error, inspect.getfile(kind))
        raise AgentError(f"{name}: {failure.message}", failure.frames) from None


def shipped_names() -> list[str]:
    """The names of the agents that come with Pacgrid."""
    package = importlib.import_module("pacgrid.agents")
    names = (module.name for module in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in names if name != "evaluation")


def left_out_names() -> list[str]:
    """The names of the agents that this installation lacks on purpose."""
    names = resources.files("pacgrid.agents") / LEFT_OUT
    return names.read_text("utf-8").split() if names.is_file() else []


def left_out(name: str) -> "AgentError":
    """The error that such an agent is needed."""
    return AgentError(
        f"this installation has no agent {name!r}: your course left out the agents that solve its"
        " assignment"
    )


def ready_names(
    *, ghosts: bool = False, any_game: bool = False, general_sum: bool = False
) -> list[str]:
    """The names of the shipped agents that need no options; only those that can play `ghosts`,
    `any_game`, or a game in which each player has payoffs of its own."""
    kinds = {name: agent_class(AgentSpec.parse(name)) for name in shipped_names()}
    return [
        name
        for name, kind in kinds.items()
        if not _required(kind)
        and (kind.plays_ghosts or not ghosts)
        and (kind.plays_any_game or not any_game)
        and (kind.plays_general_sum or not general_sum)
    ]


def _required(kind: type[Agent]) -> list[str]:
    """The options that an agent can't be built without."""
    parameters = inspect.signature(kind).parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is parameter.empty]


def plugins() -> "tuple[EntryPoint, ...]":
    """The agents of installed packages: entry points in the group `pacgrid.agents`."""
    from importlib.metadata import entry_points  # slower than all the other imports here

    return tuple(entry_points(group=PLUGINS))


def load_module(path: str | Path) -> ModuleType:
    """Import the file at `path`. Modules beside it win over others, for it and for each other.

    Raises:
        AgentError: names the line, and carries the frames of the author's code.
    """
    # Not with pathlib, which interns the parts of a path: their number would change the addresses
    # of an agent's objects, and with them the order of its sets.
    if not os.path.isfile(path):  # noqa: PTH113
        raise AgentError(f"{path}: {why_no_file(path)}")
    file = os.path.realpath(path)
    folder = os.path.dirname(file)  # noqa: PTH120
    # Whatever the target of a link is called.
    name = f"pacgrid_file_{os.path.basename(path).removesuffix('.py')}"  # noqa: PTH119
    try:
        if is_course_file(_head(file)):
            from pacgrid.cs188.course_module import load_course_module

            return load_course_module(name, file)
        return folder_importer(folder).load(name, file)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = Failure.of(error, file)
        raise AgentError(f"{path}: can't be imported: {failure.message}", failure.frames) from None


def _head(file: str) -> bytes:
    """The bytes of `file`, unless they are too many for an agent."""
    with open(file, "rb") as source:  # noqa: PTH123 # as above
        return source.read(MAX_AGENT_BYTES)


def agents_in(module: ModuleType) -> dict[str, type[Agent]]:
    """The agent classes that `module` itself defines, by name."""
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Agent) and kind.__module__ == module.__name__
    }


def pick_class(found: Mapping[str, type[Agent]], name: str | None, source: str) -> type[Agent]:
    """The class called `name`, or the only one. Raises AgentError, which lists the choice."""
    names = ", ".join(found)
    if not found:
        raise AgentError(f"{source}: has no agent; write a class that inherits from pacgrid.Agent")
    if name and name not in found:
        raise AgentError(f"{source}: has no agent {name}; it has {names}")
    if not name and len(found) > 1:
        usable = [n for n, kind in found.items() if not inspect.isabstract(kind)]
        if len(usable) != 1:
            example = f"{source}:{next(iter(found))}"
            raise AgentError(f"{source}: has several agents, {names}; choose one, as in {example}")
        name = usable[0]
    kind = found[name or next(iter(found))]
    if inspect.isabstract(kind):
        missing = ", ".join(sorted(kind.__abstractmethods__))
        raise AgentError(f"{source}: {kind.__name__} lacks the method {missing}")
    return kind


def _load_plugin(plugin: "EntryPoint") -> type[Agent]:
    try:
        kind = plugin.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = Failure.of(error, None)
        raise AgentError(f"plug-in {plugin.name} ({plugin.value}): {failure.message}") from None
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(
            f"plug-in {plugin.name} ({plugin.value}): is not a subclass of pacgrid.Agent"
        )
    return kind


SMALL = 3_000
"""A game with at most so many positions is looked at whole."""


def suitable_agent(state: Any) -> str:
    """Alpha-beta; expectiminimax in a game with chance; max^n in a general-sum game."""
    if isinstance(state, State):
        return "alpha_beta"
    if is_general_sum(state):
        return "max_n"
    found = (each.to_move == CHANCE for each, _ in islice(_below(state), SMALL))
    return "expectiminimax" if any(found) else "alpha_beta"


def height(state: Any) -> int | None:
    """How many plies there are below a state; None if the game isn't small."""
    plies = [ply for _, ply in islice(_below(state), SMALL + 1)]
    return max(plies) if len(plies) <= SMALL else None


def _below(state: Any) -> Iterator[tuple[Any, int]]:
    """A state and all below it, each with how many plies it is below."""
    waiting = [(state, 0)]
    while waiting:
        state, ply = waiting.pop()
        yield state, ply
        if not state.is_terminal:
            waiting += ((state.successor(action), ply + 1) for action in state.legal_actions())
