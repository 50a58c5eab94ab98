"""Taking over: from any position of a game on, somebody else plays."""

from dataclasses import replace

from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentError, AgentSpec, load_agent, plugins, shipped_names
from pacgrid.game import Limits
from pacgrid.session.game_source import GameSource, LiveGame
from pacgrid.session.keyboard import NAME, Keyboard

STAND_IN = "directional_ghost"
"""Who plays a ghost of a record whose agent isn't there any more."""


def candidates(show: GameSource, seat: int) -> list[str]:
    """Who could play that agent: the keyboard first, then who is in this game, then the others."""
    others = [*show.agents, *shipped_names(), *(plugin.name for plugin in plugins())]
    unfit = "_agent" if seat else "_ghost"
    fit = (name for name in others if unfit not in name)
    return list(dict.fromkeys([NAME, show.agents[seat], *fit]))


def take_over(show: GameSource, ply: int, seat: int, name: str) -> LiveGame:
    """The game of `show` up to ply `ply`, and from there on with the agent `name` in that seat.

    The other agents start anew, with nothing in mind of what was before. A record may be a
    stranger's: files that it names aren't run unless `name` asks for them, and its ghosts that are
    files, or aren't there any more, are played by directional ghosts. A person's game has no limit
    on rounds.

    Raises AgentError.
    """
    keyboards = [other for other, called in enumerate(show.agents) if called == NAME]
    if name == NAME and any(other != seat for other in keyboards):
        raise AgentError("the keyboard already controls another agent")
    cast = [
        _agent(name) if number == seat else _again(show, number)
        for number in range(len(show.agents))
    ]
    limits = (show.limits if isinstance(show, LiveGame) else None) or Limits()
    if any(isinstance(agent, Keyboard) for agent in cast):
        limits = replace(limits, rounds=None)
    return LiveGame(
        show.layout,
        cast,
        seed=show.seed,
        limits=limits,
        played=show.moves[:ply],
        start=show.record.start,
    )


def _agent(name: str) -> Agent:
    return Keyboard() if name == NAME else load_agent(name)


def _again(show: GameSource, number: int) -> Agent:
    """The agent that has this seat already: a new one, or itself if it has no name to load."""
    name = show.agents[number]
    try:
        if not show.cast and name != NAME and AgentSpec.parse(name).is_file:
            raise AgentError(
                f"{name} is a file, and files named in a record are not run; choose it yourself"
            )
        return _agent(name)
    except AgentError:
        if show.cast:
            return show.cast[number]
        if number == 0:
            raise
        return load_agent(STAND_IN)
