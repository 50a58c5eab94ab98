"""A ghost that carries out the same plan as the other ghosts of its team, found by minimax."""

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.search import AnyEvaluation, GameState


class TeamGhost(AlphaBeta):
    """Alpha-beta for a team. Every ghost looks ahead to the same ply: Pac-Man's last one of `depth`
    rounds. So the ghosts that follow in a round find again what the first one planned for them,
    without a word between them.

    The ghosts of `minimax_ghost` each look equally far, so the last one in a round sees further
    than the first, and may drop its plan.
    """

    plays_any_game = False

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: AnyEvaluation = "pursuit",
        compiled: bool = False,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation, compiled=compiled)

    def plies(self, state: GameState) -> int:
        moved = max(state.to_move - 1, 0)  # the ghosts that have moved in this round
        return super().plies(state) - moved
