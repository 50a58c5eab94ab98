"""Taking over: from any position of a game, another agent plays on."""

from dataclasses import replace

from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentError, AgentSpec, load_agent, plugins, ready_names
from pacgrid.game import Limits
from pacgrid.session.agent_files import agent_files
from pacgrid.session.game_source import GameSource, LiveGame
from pacgrid.session.keyboard import NAME, Keyboard

SUBSTITUTE = "directional_ghost"
"""Plays a ghost of a record whose agent can't be loaded."""


def candidates(game: GameSource, agent: int) -> list[str]:
    """The names of agents that could take over: the keyboard, unless a person steers another agent;
    the agent itself; those in files of this folder; and the rest."""
    ready = [*ready_names(ghosts=agent > 0), *(plugin.name for plugin in plugins())]
    others = [*game.agents, *agent_files(), *ready]
    unfit = "_agent" if agent else "_ghost"
    fit = (name for name in others if unfit not in name or ".py" in name)
    steered = any(name == NAME for number, name in enumerate(game.agents) if number != agent)
    names = dict.fromkeys([NAME, game.agents[agent], *fit])
    return [name for name in names if not (steered and name == NAME)]


def take_over(game: GameSource, ply: int, agent: int, name: str) -> LiveGame:
    """The game up to `ply`, to be continued with the agent called `name` in place of `agent`.

    The other agents start afresh. A record may come from a stranger, so files that it names don't
    run unless `name` is one of them: ghosts that are files, or that can't be loaded, are played by
    `SUBSTITUTE`. A person's game has no limit on rounds. The new game is saved from its first ply.

    Raises AgentError.
    """
    keyboards = [other for other, taken in enumerate(game.agents) if taken == NAME]
    if name == NAME and any(other != agent for other in keyboards):
        raise AgentError("you already play another agent; choose another replacement")
    players = [
        _load(name) if number == agent else _same_agent(game, number)
        for number in range(len(game.agents))
    ]
    limits = (game.limits if isinstance(game, LiveGame) else None) or Limits()
    if any(isinstance(player, Keyboard) for player in players):
        limits = replace(limits, rounds=None)
    writer, game.writer = game.writer, None
    return LiveGame(
        game.setup,
        players,
        seed=game.seed,
        limits=limits,
        played=game.moves[:ply],
        writer=writer,
    )


def _load(name: str) -> Agent:
    return Keyboard() if name == NAME else load_agent(name)


def _same_agent(game: GameSource, number: int) -> Agent:
    """A new agent of the same name, or the same object if its name can't be loaded."""
    name = game.agents[number]
    try:
        if not game.players and name != NAME and AgentSpec.parse(name).is_file:
            raise AgentError(f"{name} is a file named in a record; it runs only if you choose it")
        return _load(name)
    except AgentError:
        if game.players:
            return game.players[number]
        if number == 0:
            raise
        return load_agent(SUBSTITUTE)
