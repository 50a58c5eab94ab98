"""Expectimax search: chance layers where minimax has MIN layers. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.5; every ghost is a chance player."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.search import CHANCE, Evaluate, GameState, Searcher


class Expectimax(Searcher):
    """Plays the action with the highest expected value, given how each ghost chooses; as a ghost,
    the one with the lowest.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: models of the ghosts: an agent with a `distribution`, its name, or a sequence of
            these, repeated if there are more ghosts. None is a ghost that chooses uniformly.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: str | Mapping[str, float] | Evaluate | None = None,
        ghosts: str | ChanceAgent | Sequence[str | ChanceAgent | None] | None = None,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        if isinstance(ghosts, str) or not isinstance(ghosts, Sequence):
            ghosts = [ghosts]
        if not ghosts:
            raise ValueError("ghosts is empty; name a model of at least one ghost or leave it out")
        self.ghosts = [_model(ghost) for ghost in ghosts]

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

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:  # noqa: ARG002
        """Only `action`: chance players have no best reply."""
        return [action]

    def distribution(self, state: Any) -> Mapping[Action, float]:
        """The probability of each action: the game's own where chance moves; else that of the model
        of the ghost to move."""
        if state.to_move == CHANCE:
            return cast("Mapping[Action, float]", state.distribution())
        ghost: ChanceAgent | None = self.ghosts[(state.to_move - 1) % len(self.ghosts)]
        if ghost is None:
            actions: Sequence[Action] = state.legal_actions()
            return dict.fromkeys(actions, 1 / len(actions))
        return ghost.distribution(state)


def _model(ghost: str | ChanceAgent | None) -> ChanceAgent | None:
    if ghost is None or isinstance(ghost, ChanceAgent):
        return ghost
    model = load_agent(ghost)
    if not isinstance(model, ChanceAgent):
        raise ValueError(f"{ghost} has no distribution(state) for expectimax to average over")
    return model
