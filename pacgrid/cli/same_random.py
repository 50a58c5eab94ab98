"""`--same-random`: games of course files as that project plays them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import typer

from pacgrid.agent import Agent
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cs188 import MOST_ROUNDS
from pacgrid.cs188.same_random import (
    DEFAULT_GHOST,
    DEFAULT_SEED,
    load_same_random_agents,
)


@dataclass(frozen=True)
class SameRandomMatchup(Matchup):
    """A matchup in which the same agents play all games, one after the other, and draw from one
    generator, so that a game depends on the games before it."""

    seed: int | str = DEFAULT_SEED
    """Of the generator, before the agents are loaded."""
    default_ghost: ClassVar[str] = DEFAULT_GHOST

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


def same_random_rounds(rounds: int | None, *, person: bool, pacman_seed: int | None) -> int:
    """After so many rounds a game ends. Raises OptionError for what doesn't go with the option."""
    if person:
        raise OptionError("--same-random is for agents; name one for Pac-Man")
    if pacman_seed is not None:
        raise OptionError("with --same-random, all draw from one seed; leave out --pacman-seed")
    return rounds or MOST_ROUNDS
