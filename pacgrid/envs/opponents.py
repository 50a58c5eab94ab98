"""The given agents that a learner plays against."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from numbers import Real
from random import Random
from typing import Self

import numpy as np

from pacgrid.action import Action
from pacgrid.agent import Agent, distinct_agents, why_illegal
from pacgrid.agent_loader import ghost_names, load_agent
from pacgrid.agent_loader import load_ghosts as load_named_ghosts
from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.state import State

OneAgent = str | Agent
"""An agent's name, as on the command line, or the agent itself."""

OneTeam = OneAgent | Sequence[OneAgent]
"""A team's name, one agent for all ghosts, or one for each."""

GhostChoice = OneTeam | Mapping[OneAgent | tuple[OneAgent, ...], float]
"""A team, or several with their weights: one of them is drawn at each reset."""


class OpponentError(PacgridError):
    """A given agent failed, so the game can't go on. The message names the agent."""


class Opponents:
    """The given agents of a game by number, all but the learner."""

    def __init__(self, agents: dict[int, Agent]) -> None:
        self.agents = agents
        self._distinct = distinct_agents(sorted(agents.items()))

    def names(self) -> str:
        """Who they are, as in `pacman_0 (reflex), ghost_1 (random_ghost)`."""
        return ", ".join(map(self._label, sorted(self.agents)))

    def start(self, state: State, rng: np.random.Generator) -> None:
        """Start a game; every agent's `rng` is seeded from one number drawn with `rng`."""
        seed = int(rng.integers(2**63))
        for number, agent in self._distinct.items():
            with suppress(AttributeError):  # an agent may define an rng that can't be set
                agent.rng = Random(f"{seed}:{number}")
        for number, agent in self._distinct.items():
            try:
                agent.start(state)
            except Exception as error:
                raise self._failure(number, error) from error

    def move(self, state: State) -> State:
        """The state after the agent to move has moved. Raises OpponentError."""
        number = state.to_move
        try:
            action = self.agents[number].act(state)
        except Exception as error:
            raise self._failure(number, error) from error
        if objection := why_illegal(action, state):
            raise OpponentError(f"{self._label(number)} {objection}")
        assert isinstance(action, Action)  # why_illegal checked it
        return state.successor(action)

    def finish(self, state: State) -> None:
        """Tell the agents that the game is over. Raises OpponentError."""
        for number, agent in self._distinct.items():
            try:
                agent.finish(state)
            except Exception as error:
                raise self._failure(number, error) from error

    def _failure(self, number: int, error: Exception) -> OpponentError:
        failure = Failure.in_agent(error, self.agents[number])
        return OpponentError(f"{self._label(number)} raised {failure.message}")

    def _label(self, number: int) -> str:
        role = f"ghost_{number - 1}" if number else "pacman_0"
        return f"{role} ({self.agents[number].name})"


def load_opponent(agent: object, option: str) -> Agent:
    """`agent`, loaded if it is a name; `option` names it in errors.

    Raises AgentError if it can't be loaded, ValueError if it is neither a name nor an Agent.
    """
    if isinstance(agent, Agent):
        return agent
    if isinstance(agent, str):
        return load_agent(agent)
    raise ValueError(f"{option} must be an agent's name or a pacgrid.Agent, not {agent!r}")


@dataclass(frozen=True)
class GhostTeams:
    """The teams of ghosts to draw from."""

    names: tuple[str, ...]
    teams: tuple[list[Agent], ...]
    """The agents, as `[team][ghost]`."""
    weights: tuple[float, ...]
    drawn: bool
    """Whether several teams were given, even if it is only one."""

    @classmethod
    def load(cls, ghosts: GhostChoice, count: int, reason: str) -> Self:
        """Teams of `count` agents. Raises as `load_ghosts` does, and ValueError for a weight that
        is not a number above 0."""
        given = _weighted(ghosts)
        return cls(
            names=tuple(_text(team) for team, _ in given),
            teams=tuple(load_ghosts(team, count, reason) for team, _ in given),
            weights=tuple(weight for _, weight in given),
            drawn=isinstance(ghosts, Mapping),
        )

    def draw(self, rng: np.random.Generator) -> int:
        """The number of a team drawn with `rng`; for a single one nothing is drawn."""
        if len(self.teams) == 1:
            return 0
        limits = np.cumsum(self.weights)
        return int(np.searchsorted(limits[:-1], rng.random() * limits[-1], side="right"))


def _weighted(ghosts: GhostChoice) -> list[tuple[OneTeam, float]]:
    """The teams and their weights."""
    if not isinstance(ghosts, Mapping):
        return [(ghosts, 1.0)]
    if not ghosts:
        raise ValueError("ghosts= is empty; give at least one team and its weight")
    for team, weight in ghosts.items():
        is_number = isinstance(weight, Real) and not isinstance(weight, bool)
        if not is_number or not 0 < weight < inf:
            raise ValueError(
                f"ghosts=: the weight of {_text(team)} must be a number above 0, not {weight!r}"
            )
    return list(ghosts.items())


def _text(team: object) -> str:
    """A team in words."""
    if isinstance(team, str | Agent):
        return team if isinstance(team, str) else team.name
    return ", ".join(map(_text, team)) if isinstance(team, Sequence) else str(team)


def count_ghosts(ghosts: GhostChoice) -> int | None:
    """The length of `ghosts` if it is a sequence, or has sequences; None for names or agents alone.

    Raises ValueError for anything else, and for sequences of different lengths.
    """
    if isinstance(ghosts, Mapping):
        counts = {count_ghosts(team): _text(team) for team, _ in _weighted(ghosts)}
        counts.pop(None, None)
        if len(counts) > 1:
            (few, one), (many, other), *_ = sorted(counts.items())
            raise ValueError(f"ghosts=: the team {one} is for {few}, but {other} for {many}")
        return next(iter(counts), None)
    if isinstance(ghosts, str | Agent):
        return None
    if isinstance(ghosts, Sequence):
        return len(ghosts)
    raise ValueError(
        "ghosts must be an agent's name, a pacgrid.Agent, a sequence with one for each ghost, or a "
        f"mapping of these to weights, not {ghosts!r}"
    )


def load_ghosts(ghosts: OneTeam, count: int, reason: str) -> list[Agent]:
    """`count` agents from a team, from one name or agent for all ghosts, or from a sequence with
    one for each.

    A name makes a new agent for each ghost; an agent is shared by all, and so is a `GhostTeam`.
    Raises ValueError if a sequence doesn't have `count` items; `reason` says why it needs them.
    """
    if isinstance(ghosts, Agent):
        return [ghosts] * count
    if isinstance(ghosts, str):
        return load_named_ghosts(ghost_names([ghosts], count, "this layout") if count else ())
    if count_ghosts(ghosts) != count:
        raise ValueError(f"ghosts= has {len(ghosts)} agents; {reason} needs {count}")
    names = [ghost for ghost in ghosts if isinstance(ghost, str)]
    if len(names) == count:
        return load_named_ghosts(names)
    return [load_opponent(ghost, f"ghosts[{index}]") for index, ghost in enumerate(ghosts)]
