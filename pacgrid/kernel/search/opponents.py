"""Ghosts of any compiled kind as opponents: teams, one of which is drawn for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.search.arcade import TARGETS, ArcadePolicy
from pacgrid.kernel.search.search_tables import SearchTables
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze

DIRECTIONAL, ARCADE, LEARNED, SEARCHING = range(4)

MOST_TEAMS = 256
"""A game keeps the number of its team in a byte."""
ONE = 1 << 32
"""Certainty: probabilities are in units of 2 ** -32."""
_TOWARDS = 2, 2, 5, 5

POLICY = np.dtype(
    [
        ("attack", np.uint64),
        ("flee", np.uint64),
        ("error", np.uint64),
        ("corner_row", np.int32),
        ("corner_column", np.int32),
        ("plies", np.int32),
        ("kind", np.uint8),
        ("target", np.uint8),
        ("ghosts", np.uint8),  # how many ghosts the same agent plays
        ("turn", np.uint8),  # which of these it is
    ],
    align=True,
)
"""How a ghost of a team chooses."""


class LearnedPolicy(NamedTuple):
    """As `pacgrid.agents.learned_ghost`."""

    towards: NDArray[np.float64]
    """`[scared, near, moves towards, moves away]`: the probability of a move towards Pac-Man."""


class SearchPolicy(NamedTuple):
    """As `pacgrid.agents.minimax_ghost` and `team_ghost`."""

    plies: int
    """How far it looks ahead."""
    weights: str | Mapping[str, float]
    """Of the evaluation, as `pacgrid.kernel.search.evaluation_tables.Evaluation` takes them."""
    error: float = 0
    """The probability of a random move."""


Policy = tuple[float, float] | ArcadePolicy | LearnedPolicy | SearchPolicy
"""`(attack, flee)` is as in `pacgrid.kernel.ghost_policy`."""


@dataclass(frozen=True)
class Teams:
    """Teams to draw from, at the start of each game."""

    teams: Sequence[Sequence[Policy]]
    """`[team][ghost]`. Where one agent plays several ghosts, they have the same object: a ghost of
    the arcade counts its own moves."""
    weights: Sequence[float]
    """By team."""

    @property
    def search(self) -> bool:
        """Whether a ghost searches."""
        return any(isinstance(each, SearchPolicy) for team in self.teams for each in team)

    @property
    def depend_on_size(self) -> bool:
        """Whether a ghost needs to know how large the board is."""
        kinds = ArcadePolicy, SearchPolicy
        return any(isinstance(each, kinds) for team in self.teams for each in team)


class OpponentArrays(NamedTuple):
    """Teams in arrays."""

    policies: StructuredArray
    """`[team, ghost]`, of `POLICY`."""
    limits: NDArray[np.uint64]
    """By team: the sum of its probability and of those before it."""
    towards: NDArray[np.uint64]
    """`[team, ghost, scared, near, moves towards, moves away]`: as in `LearnedPolicy`."""
    scatters: NDArray[np.bool_]
    """`[team, ghost, moves made]`: whether a ghost of the arcade scatters."""
    search: SearchTables | None
    """What searches need; None if no ghost searches."""

    @classmethod
    def of(cls, teams: Teams, mazes: Sequence[Maze], tables: Tables) -> Self:
        """The arrays of `teams` on these boards. Raises ValueError for what is too much: teams,
        plies, or boards for a search."""
        shape = len(teams.teams), len(mazes[0].homes)
        if shape[0] > MOST_TEAMS:
            raise ValueError(f"ghosts= has {shape[0]} teams; give at most {MOST_TEAMS}")
        everyone = [policy for team in teams.teams for policy in team]
        phases = [each.scatters for each in everyone if isinstance(each, ArcadePolicy)]
        shares = np.cumsum(np.array(teams.weights, np.float64) / sum(teams.weights))
        opponents = cls(
            policies=np.zeros(shape, POLICY),
            limits=np.round(shares * ONE).astype(np.uint64),
            towards=np.zeros((*shape, *_TOWARDS), np.uint64),
            scatters=np.zeros((*shape, max(map(len, phases), default=0)), np.bool_),
            search=SearchTables.of(
                [
                    [each.weights if isinstance(each, SearchPolicy) else {} for each in team]
                    for team in teams.teams
                ],
                mazes,
                tables,
            )
            if teams.search
            else None,
        )
        opponents.limits[-1] = ONE
        for number, team in enumerate(teams.teams):
            for ghost, policy in enumerate(team):
                opponents._fill(number, ghost, policy, mazes[0])
                same = [other is policy for other in team]
                opponents.policies[number, ghost]["ghosts"] = sum(same)
                opponents.policies[number, ghost]["turn"] = sum(same[:ghost])
        return opponents

    def _fill(self, team: int, ghost: int, policy: Policy, maze: Maze) -> None:
        """Write how this ghost of this team chooses."""
        record: Any = self.policies[team, ghost]
        match policy:
            case ArcadePolicy(personality, (right, top), scatters):
                record["kind"], record["target"] = ARCADE, TARGETS.index(personality)
                record["corner_row"] = (maze.height - 1) * (1 - top)
                record["corner_column"] = (maze.width - 1) * right
                self.scatters[team, ghost, : len(scatters)] = scatters
            case LearnedPolicy(towards):
                record["kind"] = LEARNED
                self.towards[team, ghost] = np.round(towards * ONE)
            case SearchPolicy(plies, _, error):
                record["kind"], record["plies"] = SEARCHING, plies
                record["error"] = round(error * ONE)
            case (attack, flee):
                record["kind"] = DIRECTIONAL
                record["attack"], record["flee"] = round(attack * ONE), round(flee * ONE)
