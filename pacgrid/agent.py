"""What an agent is."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pacgrid.action import Action
from pacgrid.state import State


@dataclass
class Report:
    """What an agent tells about the decision it made last; viewers show it."""

    nodes: int = 0
    """How many states it looked at."""
    values: dict[Action, float] = field(default_factory=dict)
    """What it thinks of each action: the value of the state that it leads to, for Pac-Man."""
    principal_variation: Sequence[Action] = ()
    """What it expects everybody to play from here on, its own action first."""
    features: Mapping[str, float] = field(default_factory=dict)
    """What each feature of its evaluation adds to the value of the position at the end of
    `principal_variation`;
    of a finished game, the `score`."""


class Agent(ABC):
    """Plays Pac-Man or a ghost. Write `act`; the rest is optional.

    An agent is built with keyword options, so that `my_agent.py:depth=3` on the command line is
    `MyAgent(depth=3)`.

    >>> class GoEast(Agent):
    ...     def act(self, state):
    ...         return Action.EAST
    """

    report: Report | None = None
    """Fill this in during `act` or `explain`, and viewers and records show it."""

    @abstractmethod
    def act(self, state: State) -> Action:
        """One of `state.legal_actions()`, for the agent `state.to_move`."""

    def start(self, state: State) -> None:
        """Called once before a game, with its first state, or with the one it takes over in."""

    def explain(self, state: State, action: Action) -> None:
        """Called after `act`, outside the clock, and only when somebody watches: fill in what of
        `report` takes time of its own. `action` is what `act` has chosen in `state`. How the agent
        plays on must not depend on it."""

    def finish(self, state: State) -> None:
        """Called once after a game, with its last state."""

    @cached_property
    def rng(self) -> random.Random:
        """The agent's own source of chance; before a game it is seeded from the game's seed."""
        return random.Random(0)

    @cached_property
    def name(self) -> str:
        """What records and tables call this agent."""
        return type(self).__name__


class ChanceAgent(Agent):
    """An agent whose whole behaviour is a probability for each action.

    Expectimax can ask it what it will do, and viewers can show it.
    """

    @abstractmethod
    def distribution(self, state: State) -> Mapping[Action, float]:
        """The probability of each legal action; they add up to 1."""

    def act(self, state: State) -> Action:
        distribution = self.distribution(state)
        return self.rng.choices(list(distribution), list(distribution.values()))[0]
