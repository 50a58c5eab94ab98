"""Taking over: from any position of a game, another agent plays on."""

import ast
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pacgrid.agent import Agent, AgentError, AgentSpec, GhostTeam
from pacgrid.agent_loader import MAX_AGENT_BYTES, load_agent, plugins, ready_names
from pacgrid.game import Limits, name_of
from pacgrid.search import is_general_sum
from pacgrid.session.game_source import NAME, GameSource, Keyboard, LiveGame

SUBSTITUTE = "directional_ghost"
"""Plays a ghost of a record whose agent can't be loaded."""


def candidates(game: GameSource, agent: int) -> list[str]:
    """The names of agents that could take over: the keyboard, unless a person steers another agent;
    the agent itself; those in files of this folder; and the rest."""
    if game.setup.in_real_time:
        ready = ready_names(ghosts=agent > 0)
        unfit = "_agent" if agent else "_ghost"
        files = agent_files(teams=agent > 0)
        others = [*game.agents, *files, *ready, *(plugin.name for plugin in plugins())]
        fit = [name for name in others if unfit not in name or ".py" in name]
        steered = any(name == NAME for number, name in enumerate(game.agents) if number != agent)
    else:
        ready = ready_names(any_game=True, general_sum=is_general_sum(game.setup.first_state))
        fit = [*game.agents, *agent_files(), *ready]
        steered = False
    names = dict.fromkeys([NAME, game.agents[agent], *fit])
    return [name for name in names if not (steered and name == NAME)]


def take_over(game: GameSource, ply: int, agent: int, name: str) -> LiveGame:
    """The game up to `ply`, to be continued with the agent called `name` in place of `agent`.

    The other agents start afresh. A `GhostTeam` takes over all ghosts that no person steers; if
    another agent takes over one of its ghosts, it goes on to play the rest. A person's game has no
    limit on rounds. The new game is saved from its first ply.

    A record may come from a stranger, so files that it names don't run unless `name` is one of
    them. `SUBSTITUTE` plays ghosts that are files, or can't be loaded; in another game, a person
    plays for such agents.

    Raises AgentError.
    """
    keyboards = [other for other, taken in enumerate(game.agents) if taken == NAME]
    is_steered = game.setup.in_real_time and any(other != agent for other in keyboards)
    if name == NAME and is_steered:
        raise AgentError("you already play another agent; choose another replacement")
    chosen = _load(game, name)
    taken = {agent}
    if isinstance(chosen, GhostTeam):
        if agent == 0:
            raise AgentError(f"{name} is a team of ghosts, not a Pac-Man; let it take over a ghost")
        taken |= {number for number, other in enumerate(game.agents) if number and other != NAME}
    players = _joined(
        chosen if number in taken else _same_agent(game, number)
        for number in range(len(game.agents))
    )
    limits = (game.limits if isinstance(game, LiveGame) else None) or Limits()
    if any(player is None or isinstance(player, Keyboard) for player in players):
        limits = replace(limits, rounds=None)
    if limits.rounds and ply >= limits.rounds * len(players):
        raise AgentError(f"the limit of {limits.rounds} rounds is reached; only you can play on")
    writer, game.writer = game.writer, None
    return LiveGame(
        game.setup,
        players,
        seed=game.seed,
        limits=limits,
        played=game.moves[:ply],
        writer=writer,
    )


def _joined(players: Iterable[Agent | None]) -> list[Agent | None]:
    """`players`, in which one team plays all ghosts of its name."""
    teams: dict[str, GhostTeam] = {}
    return [
        teams.setdefault(name_of(player), player) if isinstance(player, GhostTeam) else player
        for player in players
    ]


def _load(game: GameSource, name: str) -> Agent | None:
    """An agent by its name; for a person, one to steer, or None if they choose actions."""
    if name != NAME:
        return load_agent(name)
    return Keyboard() if game.setup.in_real_time else None


def _same_agent(game: GameSource, number: int) -> Agent | None:
    """A new agent of the same name, or the same object if its name can't be loaded."""
    name = game.agents[number]
    try:
        if not game.players and name != NAME and AgentSpec.parse(name).is_file:
            raise AgentError(f"{name} is a file named in a record; it runs only if you choose it")
        return _load(game, name)
    except AgentError:
        if game.players:
            return game.players[number]
        if not game.setup.in_real_time:
            return None
        if number == 0:
            raise
        return load_agent(SUBSTITUTE)


MOST_FILES = 50
"""The most Python files of a folder that are read."""
_METHODS = {"act", "getAction"}
_BASES = {"Searcher"}
"""A class that inherits from one of them has `act` already."""
_TEAM = "GhostTeam"


def agent_files(folder: Path | None = None, *, teams: bool = True) -> list[str]:
    """The agents in the Python files of `folder` (default: the current one), as `load_agent` takes
    them: `mine.py`, or `mine.py:Careful` if the file has several. Nothing is run or imported; what
    can't be read is left out, and so are `teams` of ghosts, if they aren't wanted."""
    folder = folder or Path()
    names: list[str] = []
    try:
        paths = sorted(islice(folder.glob("*.py"), MOST_FILES))
    except OSError:
        return []
    for path in paths:
        classes = dict(_agents_in(path))
        source = str(path)
        names += [
            source if len(classes) == 1 else f"{source}:{name}"
            for name, bases in classes.items()
            if teams or _TEAM not in bases
        ]
    return names


def _agents_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The classes in `path` that are agents, as far as can be told, and what each inherits from."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_AGENT_BYTES:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the file's own text
            tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
            if methods & _METHODS or bases & _BASES:
                yield node.name, bases
