"""The given agents that a learner plays against."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import numpy as np

from pacgrid.action import Action
from pacgrid.agent import Agent, distinct_agents, why_illegal
from pacgrid.agent_loader import load_agent
from pacgrid.agent_loader import load_ghosts as load_named_ghosts
from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.state import State
from pacgrid.teams import ghost_names

OneAgent = str | Agent
"""An agent's name, as on the command line, or the agent itself."""


class OpponentError(PacgridError):
    """A given agent failed, so the game can't go on. The message names the agent."""


class Opponents:
    """The given agents of a game by number, all but the learner."""

    def __init__(self, agents: dict[int, Agent]) -> None:
        self.agents = agents
        self._distinct = distinct_agents(sorted(agents.items()))

    def names(self) -> str:
        """The agents' names, in order."""
        return ", ".join(agent.name for _, agent in sorted(self.agents.items()))

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


def count_ghosts(ghosts: OneAgent | Sequence[OneAgent]) -> int | None:
    """The length of `ghosts` if it is a sequence; None for a single name or agent.

    Raises ValueError for anything else.
    """
    if isinstance(ghosts, str | Agent):
        return None
    if isinstance(ghosts, Sequence):
        return len(ghosts)
    raise ValueError(
        "ghosts must be an agent's name, a pacgrid.Agent, or a sequence with one for each ghost, "
        f"not {ghosts!r}"
    )


def load_ghosts(ghosts: OneAgent | Sequence[OneAgent], count: int, reason: str) -> list[Agent]:
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
