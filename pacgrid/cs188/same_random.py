"""Games in which Pac-Man and the ghosts draw from Python's global generator, as in that project, so
that they can be compared move by move. Unlike in other games, an agent can spoil the luck of the
others."""

import random
from collections.abc import Sequence
from random import Random
from typing import Any, cast

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentSpec, build_agent, load_agent
from pacgrid.cs188.course_agent import CourseAgent, course_agent
from pacgrid.cs188.modules.ghostAgents import DirectionalGhost, RandomGhost
from pacgrid.state import State

DEFAULT_SEED = "cs188"
"""What that project's option for a fixed seed stands for."""

DEFAULT_GHOST = RandomGhost.__name__

_GHOSTS = {kind.__name__: course_agent(kind) for kind in (RandomGhost, DirectionalGhost)}


class SameRandomAgent(Agent):
    """Plays as `agent` does, as agent `number`, and draws from the global generator. No game seeds
    that."""

    def __init__(self, agent: Agent, number: int) -> None:
        self.name = agent.name
        self.exits = False
        """Whether its code asked to exit, as `sys.exit` does."""
        self._agent = agent
        self._number = number
        agent.rng = cast("Random", random)

    def start(self, state: State) -> None:
        if isinstance(self._agent, CourseAgent):
            self._agent.begin(state, self._number)
        else:
            self._agent.start(state)

    def act(self, state: State) -> Action:
        try:
            return self._agent.act(state)
        except SystemExit:
            self.exits = True
            raise

    def finish(self, state: State) -> None:
        self._agent.finish(state)


def load_same_random_agents(names: Sequence[str], seed: int | str) -> list[SameRandomAgent]:
    """Seed the global generator, then build the agents of these names, Pac-Man first. `RandomGhost`
    and `DirectionalGhost` are names, too.

    Raises AgentError.
    """
    random.seed(seed)
    return same_random_agents([_load(name) for name in names])


def same_random_agents(agents: Sequence[Agent]) -> list[SameRandomAgent]:
    """`agents`, Pac-Man first, so that they draw from the global generator."""
    return [_kind(agent)(agent, number) for number, agent in enumerate(agents)]


def _kind(agent: Agent) -> type[SameRandomAgent]:
    """In the module of `agent`, because the lines of that file are shown if it fails."""
    module = {"__module__": type(agent).__module__}
    return type(SameRandomAgent.__name__, (SameRandomAgent,), module)


def _load(name: str) -> Agent:
    spec = AgentSpec.parse(name)
    if spec.source not in _GHOSTS:
        return load_agent(name)
    options: dict[str, Any] = dict(spec.options)
    agent = build_agent(_GHOSTS[spec.source], options, name)
    agent.name = name
    return agent
