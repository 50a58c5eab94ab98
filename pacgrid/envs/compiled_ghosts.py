"""The ghosts of the vector environment: which agents are compiled, as the kernel takes them."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pacgrid.agent import Agent
from pacgrid.agents.arcade_ghost import PHASES, ArcadeGhost, scatters
from pacgrid.agents.learned_ghost import KINDS, LearnedGhost, situation_text
from pacgrid.envs.opponents import GhostTeams
from pacgrid.kernel import MOST_PLIES
from pacgrid.kernel.ghosts import ArcadePolicy
from pacgrid.kernel.search.opponents import LearnedPolicy, Policy, SearchPolicy, Teams
from pacgrid.layers import ghost_policy
from pacgrid.search import Searcher, weights_of

_COMPILED = (
    "random_ghost, directional_ghost, arcade_ghost, learned_ghost, minimax_ghost, team_ghost"
)
_TEAM = "pacgrid.agents.team_ghost"
_SEARCHES = ("pacgrid.agents.minimax_ghost", _TEAM)
"""The modules of compiled searches. They aren't imported: an installation may lack them."""
_SYNC = 'for any agent use make_vec(..., vectorization_mode="sync")'


def compiled_teams(ghosts: GhostTeams) -> Teams:
    """The teams for the kernel. Raises ValueError for an agent that is not compiled."""
    return Teams([_team(team) for team in ghosts.teams], ghosts.weights)


def _team(team: Sequence[Agent]) -> list[Policy]:
    policies: list[Policy] = []
    for number, ghost in enumerate(team):
        if isinstance(ghost, ArcadeGhost) and ghost in team[:number]:
            policies.append(policies[team.index(ghost)])  # the same object: see `Teams`
        else:
            policies.append(_policy(ghost, number, len(team) + 1))
    return policies


def _policy(ghost: Agent, number: int, num_agents: int) -> Policy:
    """How `ghost` chooses, the `number`-th one, counted from 0."""
    # A subclass may play differently.
    if type(ghost) is ArcadeGhost:
        phases = tuple(map(scatters, range(sum(PHASES))))
        return ArcadePolicy(ghost.personality, (ghost.right, ghost.top), phases)
    if type(ghost) is LearnedGhost:
        return LearnedPolicy(_towards(ghost))
    if isinstance(ghost, Searcher) and type(ghost).__module__ in _SEARCHES:
        return _search(ghost, number, num_agents)
    try:
        return ghost_policy(ghost)
    except ValueError:
        raise ValueError(f"{ghost.name} is not compiled; these are: {_COMPILED}; {_SYNC}") from None


def _search(ghost: Searcher, number: int, num_agents: int) -> SearchPolicy:
    weights = weights_of(ghost.evaluate)
    if weights is None:
        raise ValueError(
            f"{ghost.name} is compiled only with an evaluation of named features, not with a "
            f"function; {_SYNC}"
        )
    plies = ghost.depth * num_agents
    if plies > MOST_PLIES:
        raise ValueError(
            f"{ghost.name}: depth={ghost.depth} is {plies} plies; compiled searches look at most "
            f"{MOST_PLIES} ahead"
        )
    if type(ghost).__module__ == _TEAM:
        return SearchPolicy(plies - number, weights)
    return SearchPolicy(plies, weights, getattr(ghost, "error", 0.0))


def _towards(ghost: LearnedGhost) -> NDArray[np.float64]:
    """How often the ghost goes towards Pac-Man, by situation, as `LearnedPolicy` takes it."""
    towards = np.zeros((2, 2, 5, 5))
    for scared, near, nearer, away in product((0, 1), (0, 1), range(1, 5), range(1, 5)):
        text = situation_text(bool(scared), bool(near), nearer, away)
        towards[scared, near, nearer, away] = ghost.shares(text, nearer, away)[KINDS[0]]
    return towards
