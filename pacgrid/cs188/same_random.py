"""Games in which Pac-Man and the ghosts draw from Python's global generator, as in that project, so
that they can be compared move by move. Unlike in other games, an agent can spoil the luck of the
others."""

import random
from collections.abc import Sequence
from random import Random
from typing import cast

from pacgrid.action import Action
from pacgrid.agent import Agent, distinct_agents
from pacgrid.cs188.course_agent import CourseAgent
from pacgrid.state import State


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


def same_random_agents(agents: Sequence[Agent]) -> list[SameRandomAgent]:
    """`agents`, Pac-Man first, so that they draw from the global generator."""
    distinct = distinct_agents(enumerate(agents))
    wrapped = {id(agent): _kind(agent)(agent, number) for number, agent in distinct.items()}
    return [wrapped[id(agent)] for agent in agents]


def _kind(agent: Agent) -> type[SameRandomAgent]:
    """In the module of `agent`, because the lines of that file are shown if it fails."""
    module = {"__module__": type(agent).__module__}
    return type(SameRandomAgent.__name__, (SameRandomAgent,), module)
