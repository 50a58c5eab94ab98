"""A ghost that plays its best against Pac-Man."""

from collections.abc import Mapping

from pacgrid.agents.minimax import Minimax
from pacgrid.search import Evaluate


class MinimaxGhost(Minimax):
    """Minimax for a ghost: it assumes that all ghosts cooperate and that Pac-Man plays his best.
    It is slower and far more dangerous than `directional_ghost`.
    """

    def __init__(
        self, *, depth: int = 1, evaluation: str | Mapping[str, float] | Evaluate = "pursuit"
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
