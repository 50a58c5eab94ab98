"""A ghost that plays its best against Pac-Man, or nearly always."""

from collections.abc import Mapping
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.agents.minimax import Minimax
from pacgrid.common.named_options import probability
from pacgrid.search import AnyEvaluation, GameState


class MinimaxGhost(Minimax, ChanceAgent):
    """Minimax for a ghost: it assumes that all ghosts cooperate and that Pac-Man plays his best.
    It is slower and far more dangerous than `directional_ghost`.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        compiled: as in `CompilableSearcher`.
        error: the probability, from 0 to 1, with which it moves at random instead.

    As a model for expectimax it is exact: the search runs this ghost's own search in each state.
    """

    plays_any_game = False

    def __init__(
        self,
        *,
        depth: int = 1,
        evaluation: AnyEvaluation = "pursuit",
        compiled: bool = False,
        error: float = 0,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation, compiled=compiled)
        self.error = probability("error", error)

    def distribution(self, state: GameState) -> Mapping[Action, float]:
        """The probability of each action; finds the best one by its own search."""
        actions = state.legal_actions()
        best = super().act(state)
        return {
            action: self.error / len(actions) + (action == best) * (1 - self.error)
            for action in actions
        }

    def act(self, state: Any) -> Action:
        return ChanceAgent.act(self, state)
