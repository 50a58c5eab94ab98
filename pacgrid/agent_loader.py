"""Loads agents by name: shipped ones and files, with options."""

import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any, TypeVar, cast

from pacgrid.agent import Agent, AgentSpec, GhostTeam
from pacgrid.common.failure import UNDER_MAIN, Failure, reason_of
from pacgrid.common.folder_importer import folder_importer
from pacgrid.common.gone import gone
from pacgrid.common.named_options import why_not_callable
from pacgrid.common.sanitize import why_no_file
from pacgrid.cs188 import is_course_file
from pacgrid.errors import AgentError, PacgridError, TeamError
from pacgrid.search import CHANCE, evaluation_named, is_general_sum
from pacgrid.state import State

Player = TypeVar("Player", Agent, Agent | None)

FUNCTIONS = ("evaluation", "utility")
"""The options that may be functions in a file."""

NOT_IN_GRADING = "Pacgrid's own agents are not available in grading"
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
        from pacgrid.agents.evaluation import WEIGHTS

        if name in ("score", *WEIGHTS):
            options["evaluation"] = evaluation_named(name)
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


def agent_class(spec: "AgentSpec") -> type[Agent]:
    """Load the class that `spec` names. Raises AgentError."""
    if spec.is_file:
        return pick_class(agents_in(load_module(spec.source)), spec.class_name, spec.source)
    if spec.source in shipped_names():
        module = importlib.import_module(f"pacgrid.agents.{spec.source}")
        return pick_class(agents_in(module), spec.class_name, spec.source)
    if spec.source in TEAMS:
        raise AgentError(f"{spec.source} is a team of ghosts, not an agent; use --ghosts")
    names = shipped_names()
    own = {}
    with suppress(OSError, ValueError):  # no folder
        beside = Path(spec.source).parent.glob("*.py")
        own = {str(path.with_suffix("")): str(path) for path in beside}
    hint = f"choose {', '.join(names)} or a .py file" if names else NOT_IN_GRADING
    if os.path.isdir(spec.source):  # noqa: PTH112
        hint = "it is a directory: name a .py file in it"
    elif spec.source.endswith(".jsonl"):
        hint = f"a record of games is shown by: pacgrid replay {spec.source}"
    own_close = get_close_matches(spec.source, own, n=1, cutoff=0.75)
    for close in get_close_matches(spec.source, [*own_close, *names, *TEAMS], n=1):
        hint = f"did you mean {own.get(close, close)!r}?"
    raise AgentError(gone(f"the agent {spec.source}") or f"no agent {spec.source!r}; {hint}")


_EXAMPLES = {"depth": "2", "evaluation": "linear"}
"""Values of options that a class of one's own may require."""


def build_agent(kind: type[Agent], options: Mapping[str, Any], name: str) -> Agent:
    """`kind(**options)`. Raises AgentError, which begins with `name`."""
    try:
        signature = inspect.signature(kind)
    except (TypeError, ValueError) as error:
        raise AgentError(f"{name}: {error}") from None
    if reason := why_not_callable(kind, options):
        known = ", ".join(signature.parameters) or "none"
        hint = f"; {kind.option_hint}" if getattr(kind, "option_hint", "") else ""
        if missing := [option for option in _required(kind) if option not in options]:
            sign = "," if AgentSpec.parse(name).options else ":"
            values = ",".join(f"{option}={_EXAMPLES.get(option, '…')}" for option in missing)
            hint = hint or f"; write {name}{sign}{values}"
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
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in parameters if p.default is p.empty and p.kind not in several]


def load_module(path: str | Path) -> ModuleType:
    """Import the file at `path`. Modules beside it win over others, for it and for each other.

    Raises:
        AgentError: names the line, and carries the frames of the author's code.
    """
    return module_loader(path)()


def module_loader(path: str | Path) -> Callable[[], ModuleType]:
    """`load_module` for a file that is imported again and again: it is looked at only once. Raises
    AgentError."""
    # Not with pathlib, which interns the parts of a path: their number would change the addresses
    # of an agent's objects, and with them the order of its sets.
    if not os.path.isfile(path):  # noqa: PTH113
        raise AgentError(f"{path}: {why_no_file(path)}")
    file = os.path.realpath(path)
    folder = os.path.dirname(file)  # noqa: PTH120
    # Whatever the target of a link is called.
    name = f"pacgrid_file_{os.path.basename(path).removesuffix('.py')}"  # noqa: PTH119
    load = folder_importer(folder).load
    if is_course_file(_head(file)):
        from pacgrid.cs188.course_module import load_course_module as load

    def loaded() -> ModuleType:
        try:
            return load(name, file)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            failure = Failure.of(error, file)
            modules = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
            hint = f"; {UNDER_MAIN}" * ("pacgrid.game" in modules)
            reason = f"can't be imported: {failure.message}{hint}"
            raise AgentError(f"{path}: {reason}", failure.frames) from None

    return loaded


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


SMALL = 3_000
"""A game with at most so many positions is looked at whole."""

MOST_SEARCHED = 100_000
"""In a game with more positions within two rounds, agents look one round ahead by default."""


def suitable_agent(state: Any) -> str:
    """Alpha-beta; expectiminimax in a game with chance; max^n in a general-sum game. It looks only
    one round ahead in a game with many actions."""
    if isinstance(state, State):
        return "alpha_beta"
    if is_general_sum(state):
        name = "max_n"
    else:
        name = "expectiminimax" if has_chance(state) else "alpha_beta"
    many = len(state.legal_actions()) ** (2 * state.num_agents) > MOST_SEARCHED
    return f"{name}:depth=1" if many and height(state) is None else name


def has_chance(state: Any) -> bool:
    """Whether chance moves in one of the first positions below `state`."""
    return any(each.to_move == CHANCE for each, _ in islice(_below(state), SMALL))


def height(state: Any) -> int | None:
    """How many plies there are below a state; None if the game isn't small."""
    plies = [ply for _, ply in islice(_below(state), SMALL + 1)]
    return max(plies) if len(plies) <= SMALL else None


def _below(state: Any) -> Iterator[tuple[Any, int]]:
    """A state and all below it, each with how many plies it is below."""
    waiting: list[Iterator[Any]] = [iter((state,))]
    while waiting:
        if (state := next(waiting[-1], None)) is None:
            waiting.pop()
            continue
        yield state, len(waiting) - 1
        if not state.is_terminal:  # successors are made one by one: some games have hundreds
            waiting.append(map(state.successor, state.legal_actions()))


DEFAULT_GHOST = "directional_ghost"
"""Every ghost, if nobody says otherwise."""


@dataclass(frozen=True)
class Team:
    """Agents that play the ghosts in turn."""

    members: tuple[str, ...]
    """The names of the agents; `members[0]` plays ghost 1."""
    purpose: str
    """What they do together, in a sentence."""


TEAMS: Mapping[str, Team] = {
    "arcade": Team(
        (
            "arcade_ghost:personality=chaser",
            "arcade_ghost:personality=ambusher",
            "arcade_ghost:personality=flanker",
            "arcade_ghost:personality=shy",
        ),
        "A chaser, an ambusher, a flanker and a shy ghost, as in the arcade.",
    ),
    "minimax_team": Team(("team_ghost",), "Ghosts that carry out one plan, found by minimax."),
}


def team_beside_others(team: str) -> TeamError:
    """The error that ghosts are named beside `team`."""
    return TeamError(f"{team} is a team for all ghosts; name no other ghosts beside it")


def ghost_names(ghosts: Sequence[str], count: int, board: str) -> tuple[str, ...]:
    """The names of the agents of `count` ghosts.

    >>> ghost_names(["minimax_ghost", "random_ghost"], 3, "crossroads")
    ('minimax_ghost', 'random_ghost', 'minimax_ghost')

    Args:
        ghosts: the name of a team, or names of agents, which play the ghosts in turn, over and
            over.
        board: the name of the board, for errors.

    Raises TeamError: there are more names than ghosts, or a team and other names.
    """
    teams = [name for name in ghosts if name in TEAMS]
    if teams and len(ghosts) > 1:
        raise team_beside_others(teams[0])
    if len(ghosts) > count:
        named = "1 ghost is named" if len(ghosts) == 1 else f"{len(ghosts)} ghosts are named"
        raise TeamError(f"{named}, but only {count} can play on {board}")
    if teams:
        ghosts = TEAMS[teams[0]].members
    return tuple(islice(cycle(ghosts), count))
