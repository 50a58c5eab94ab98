"""Expectimax search: chance layers where minimax has MIN layers. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.5; every ghost is a chance player."""

from collections.abc import Sequence
from typing import Any, cast

from pacgrid.agent import ChanceAgent
from pacgrid.compiled_option import CompilableSearcher
from pacgrid.layers import Distribution, Model, compiled_model, each_ghost, opponent_model
from pacgrid.search import CHANCE, AnyEvaluation, GameState


class Expectimax(CompilableSearcher):
    """Plays the action with the highest expected value, given how each ghost chooses; as a ghost,
    the one with the lowest.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: models of the ghosts: an agent with a `distribution`, its name, or a sequence of
            these, repeated if there are more ghosts. None is a ghost that chooses uniformly.
        compiled: as in `CompilableSearcher`; against `random_ghost`, `directional_ghost` and
            `arcade_ghost`.
    """

    compiled_method = "expectimax"

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: AnyEvaluation = None,
        ghosts: Model | Sequence[Model] = None,
        compiled: bool = False,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation, compiled=compiled)
        self.ghosts = [opponent_model(ghost) for ghost in each_ghost(ghosts)]
        if self.compiled:
            self.compiled.options = {"policies": [*map(compiled_model, self.ghosts)]}

    def value(self, state: GameState, plies: int) -> float:
        """Expected value of `state` for MAX, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return max(
                self.value(state.successor(action), plies - 1) for action in state.legal_actions()
            )
        return sum(
            probability * self.value(state.successor(action), plies - 1)
            for action, probability in self.distribution(state).items()
            if probability > 0
        )

    def best_reply(self, state: GameState, plies: int) -> None:
        """None: chance players have no best reply."""

    def distribution(self, state: Any) -> Distribution:
        """The probability of each action: the game's own where chance moves; else that of the model
        of the ghost to move."""
        if state.to_move == CHANCE:
            return cast("Distribution", state.distribution())
        ghost: ChanceAgent = self.ghosts[(state.to_move - 1) % len(self.ghosts)]
        return ghost.distribution(state)
