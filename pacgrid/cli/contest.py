"""The contests of a benchmark: who plays against whom on which board."""

from collections.abc import Mapping
from dataclasses import dataclass

from pacgrid.cli.series_summary import Result


@dataclass(frozen=True)
class Contest:
    """One agent against some ghosts on a layout, or against an opponent in another game."""

    layout: str
    """Or another game."""
    ghosts: str
    """An agent, a team, or several agents with commas between their names; in another game, the
    agent of all other players."""
    agent: str
    """Pac-Man's, or who plays first."""


Results = Mapping[Contest, list[Result]]
"""By contest: the results of its games, in the order of the seeds."""
