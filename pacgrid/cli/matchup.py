"""Who plays where: what the options of `pacgrid play` come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent
from pacgrid.errors import PacgridError
from pacgrid.game import Limits
from pacgrid.game import play as play_game
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.view.keyboard import NAME, Keyboard
from pacgrid.view.show import LiveShow

DEFAULT_GHOST = "directional_ghost"


class SetupError(PacgridError):
    """Options that don't go together."""


@dataclass(frozen=True)
class Setup:
    """A layout, the agents' names (Pac-Man first) and limits: all of a game but its seed.

    It can be sent to another process, and every game gets new agents from it, so that no game
    depends on the games before it.
    """

    layout: Layout
    agents: tuple[str, ...]
    limits: Limits

    def build_agents(self) -> list[Agent]:
        """New agents. Raises AgentError."""
        return [Keyboard() if name == NAME else load_agent(name) for name in self.agents]

    def show(self, seed: int) -> LiveShow:
        """A game to watch."""
        return LiveShow(self.layout, self.build_agents(), seed=seed, limits=self.limits)

    def play(self, seed: int, *, thoughts: bool = False) -> Record:
        """A game that nobody watches."""
        agents = self.build_agents()
        return play_game(self.layout, agents, seed=seed, limits=self.limits, thoughts=thoughts)


def arrange(
    layout: Layout,
    pacman: str,
    ghosts: Sequence[str],
    *,
    num_ghosts: int | None = None,
    limits: Limits,
) -> Setup:
    """The setup in which the names `ghosts` are dealt to the ghosts in turn, over and over.

    Where none is named, all ghosts are directional.

    Raises:
        SetupError: there are more names or ghosts than the layout has places, or two persons.
        AgentError: an agent can't be loaded.
    """
    places = len(layout.ghosts)
    where = layout.name or "this layout"
    count = places if num_ghosts is None else num_ghosts
    if count > places:
        raise SetupError(f"--num-ghosts {count}: {where} has {places}")
    if len(ghosts) > count:
        raise SetupError(f"{len(ghosts)} ghosts are named and {count} play on {where}")
    dealt = islice(cycle(ghosts or [DEFAULT_GHOST]), count)
    names = (pacman, *dealt)
    if names.count(NAME) > 1:
        raise SetupError("there is one keyboard: only one agent can be steered")
    setup = Setup(layout, names, limits)
    setup.build_agents()  # so that a wrong name is told before anything starts
    return setup
