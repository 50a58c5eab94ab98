"""Expectimax search: chance layers where minimax has MIN layers. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.5, with every ghost a chance player."""

from collections.abc import Mapping, Sequence
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.search import Evaluate, GameState, Searcher


class Expectimax(Searcher):
    """Plays for the best average, given how each ghost chooses.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: what it takes for the value of a state where it looks no further.
        ghosts: what it knows of the ghosts: an agent with a `distribution`, the name of one, or a
            sequence of these, taken in turn if there are more ghosts. A ghost that it knows
            nothing of (None) is taken to choose uniformly.

    As a ghost at the root, it plays for the lowest average.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: str | Mapping[str, float] | Evaluate = "linear",
        ghosts: str | ChanceAgent | Sequence[str | ChanceAgent | None] | None = None,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        known = ghosts if isinstance(ghosts, Sequence) and not isinstance(ghosts, str) else [ghosts]
        if not known:
            raise ValueError("say what is known of at least one ghost, or leave ghosts out")
        self.ghosts = [_model(ghost) for ghost in known]

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, on the average, looking `plies` plies ahead."""
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
        """The action alone: what depends on chance has no best reply."""
        return [action]

    def distribution(self, state: Any) -> Mapping[Action, float]:
        """How likely the ghost to move is to choose each action, as far as is known."""
        ghost = self.ghosts[(state.to_move - 1) % len(self.ghosts)]
        if ghost is None:
            actions: Sequence[Action] = state.legal_actions()
            return dict.fromkeys(actions, 1 / len(actions))
        known: Mapping[Action, float] = ghost.distribution(state)
        return known


def _model(ghost: str | ChanceAgent | None) -> ChanceAgent | None:
    if ghost is None or isinstance(ghost, ChanceAgent):
        return ghost
    model = load_agent(ghost)
    if not isinstance(model, ChanceAgent):
        raise ValueError(f"{ghost} has no distribution(state); expectimax can't average over it")
    return model
