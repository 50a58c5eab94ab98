"""How the ghosts of a batch play, in arrays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pacgrid.kernel.arrays import GHOST_POLICY
from pacgrid.kernel.tables import Tables
from pacgrid.layout import Layout
from pacgrid.maze import Maze

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams


def policy_arrays(
    ghosts: "Sequence[tuple[float, float]] | Teams",
    layouts: Sequence[Layout],
    tables: Tables,
    *,
    boards_change: bool,
    padded: bool,
) -> Any:
    """The `ghost_policies` of `BatchSettings`, for boards of these layouts.

    Raises ValueError for ghosts that need to know all boards where the boards change, and for
    ghosts that need boards of one size where smaller ones are padded.
    """
    if isinstance(ghosts, Sequence):
        in_units = [tuple(round(p * 2**32) for p in policy) for policy in ghosts]
        return np.array(in_units, GHOST_POLICY)
    from pacgrid.kernel.search import opponent_choices  # noqa: F401 - numba has to know it
    from pacgrid.kernel.search.opponents import OpponentArrays

    if ghosts.search and boards_change:
        raise ValueError(
            "ghosts that search in a vector environment: give layout= a list of layouts, not a "
            "family of mazes or a function"
        )
    if ghosts.depend_on_size and padded:
        raise ValueError(
            "ghosts of the arcade and ghosts that search need boards of one size here; leave "
            "max_size= out, or use PacmanEnv"
        )
    needed = layouts if ghosts.search else layouts[:1]
    mazes = [Maze.of(layout, tables.homes.shape[1]) for layout in needed]
    return OpponentArrays.of(ghosts, mazes, tables)
