"""Taking over: from any position of a game on, somebody else plays."""

from pacgrid.agent import Agent
from pacgrid.loading import AgentError, load_agent, plugins, shipped_names
from pacgrid.view.keyboard import NAME, Keyboard
from pacgrid.view.show import LiveShow, Show

STAND_IN = "directional_ghost"
"""Who plays a ghost of a record whose agent isn't there any more."""


def candidates(show: Show, seat: int) -> list[str]:
    """Who could play that agent: the keyboard first, then who is in this game, then the others."""
    others = [*show.agents, *shipped_names(), *(plugin.name for plugin in plugins())]
    unfit = "_agent" if seat else "_ghost"
    fit = (name for name in others if unfit not in name)
    return list(dict.fromkeys([NAME, show.agents[seat], *fit]))


def take_over(show: Show, ply: int, seat: int, name: str) -> LiveShow:
    """The game of `show` up to ply `ply`, and from there on with the agent `name` in that seat.

    The other agents start anew, with nothing in mind of what was before. A ghost of a record whose
    agent can't be loaded any more is played by a directional ghost.

    Raises AgentError.
    """
    keyboards = [other for other, called in enumerate(show.agents) if called == NAME]
    if name == NAME and any(other != seat for other in keyboards):
        raise AgentError("there is one keyboard, and it steers somebody already")
    cast = [
        _agent(name) if number == seat else _again(show, number)
        for number in range(len(show.agents))
    ]
    limits = show.limits if isinstance(show, LiveShow) else None
    return LiveShow(show.layout, cast, seed=show.seed, limits=limits, played=show.moves[:ply])


def _agent(name: str) -> Agent:
    return Keyboard() if name == NAME else load_agent(name)


def _again(show: Show, number: int) -> Agent:
    """The agent that has this seat already: a new one, or itself if it has no name to load."""
    try:
        return _agent(show.agents[number])
    except AgentError:
        if show.cast:
            return show.cast[number]
        if number == 0:
            raise
        return load_agent(STAND_IN)
