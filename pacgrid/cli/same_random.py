"""`--same-random`: games of course files as that project plays them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import typer

from pacgrid.agent import Agent
from pacgrid.agent_loader import build_agent, load_agent, load_agents
from pacgrid.agent_spec import AgentSpec
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cs188 import MOST_ROUNDS
from pacgrid.cs188.course_agent import course_agent
from pacgrid.cs188.modules.ghostAgents import DirectionalGhost, RandomGhost
from pacgrid.cs188.same_random import SameRandomAgent, same_random_agents

_GHOSTS = {kind.__name__: course_agent(kind) for kind in (RandomGhost, DirectionalGhost)}


@dataclass(frozen=True)
class SameRandomMatchup(Matchup):
    """A matchup in which the same agents play all games, one after the other, and draw from one
    generator, so that a game depends on the games before it."""

    seed: int | str = "cs188"
    """Of the generator, before the agents are loaded. Unless given, what that project's option for
    a fixed seed stands for."""
    default_ghost: ClassVar[str] = RandomGhost.__name__

    def build_agents(self) -> list[Agent | None]:
        """The agents; always the same ones. Raises AgentError."""
        return [*self._agents]

    def seeded(self, context: typer.Context, seed: int) -> Self:
        """This matchup with `seed`, if that was written on the command line."""
        source = context.get_parameter_source("seed")
        return replace(self, seed=seed) if source and source.name == "COMMANDLINE" else self

    @cached_property
    def _agents(self) -> Sequence[Agent]:
        return load_same_random_agents(self.agents, self.seed)


def same_random_rounds(
    rounds: int | None, *, person: bool, own_seeds: Mapping[str, int | None]
) -> int:
    """After so many rounds a game ends. Raises OptionError for what doesn't go with the option."""
    if person:
        raise OptionError("--same-random is for agents; name one for Pac-Man")
    for option in (option for option, seed in own_seeds.items() if seed is not None):
        raise OptionError(f"with --same-random, all draw from one seed; leave out {option}")
    return rounds or MOST_ROUNDS


def load_same_random_agents(names: Sequence[str], seed: int | str) -> list[SameRandomAgent]:
    """Seed the global generator, then build the agents of these names, Pac-Man first. `RandomGhost`
    and `DirectionalGhost` are names, too.

    Raises AgentError.
    """
    random.seed(seed)
    return same_random_agents(load_agents(names, _load))


def _load(name: str) -> Agent:
    spec = AgentSpec.parse(name)
    if spec.source not in _GHOSTS:
        return load_agent(name)
    options: dict[str, Any] = dict(spec.options)
    agent = build_agent(_GHOSTS[spec.source], options, name)
    agent.name = name
    return agent
