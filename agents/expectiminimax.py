"""Expectiminimax search: MAX, MIN and CHANCE layers in one tree. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.5; with a layer for each ghost."""

from collections.abc import Sequence
from typing import Any

from pacgrid.layers import Layers, Model
from pacgrid.search import CHANCE, AnyEvaluation, GameState, Searcher
from pacgrid.utility import Lottery


class Expectiminimax(Searcher):
    """Plays the best action, given what each ghost is: MAX (it helps), MIN (it plays its best) or
    CHANCE (it draws its actions from a distribution).

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        ghosts: for each ghost `max`, `min`, `chance` (it chooses uniformly), or a model: an agent
            with a `distribution`, or its name. Repeated if there are more ghosts.
        count_chance: whether a ply of chance, such as a roll of dice, is one of the plies that
            `depth` counts; a ghost's ply always is. OpenSpiel's searches don't count it.
    """

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: AnyEvaluation = None,
        ghosts: Model | Sequence[Model] = "min",
        count_chance: bool = True,
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        if not isinstance(count_chance, bool):
            raise ValueError(f"count_chance must be true or false, not {count_chance!r:.40}")
        self.count_chance = count_chance
        self.layers = Layers(ghosts)

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        match self.layers.of(state):
            case "max":
                return max(self.action_values(state, plies).values())
            case "min":
                return min(self.action_values(state, plies).values())
            case distribution:
                below = plies - (self.count_chance or state.to_move != CHANCE)
                return self.expected(
                    [
                        (probability, self.value(state.successor(action), below))
                        for action, probability in distribution.items()
                        if probability > 0
                    ]
                )

    def expected(self, lottery: Lottery) -> float:
        """The mean of values with their probabilities."""
        return sum(probability * value for probability, value in lottery)

    def best_reply(self, state: GameState, plies: int) -> Any:
        """The best action of whoever is to move; None in a CHANCE layer."""
        if plies <= 0 or (layer := self.layers.of(state)) not in ("max", "min"):
            return None
        values = self.action_values(state, plies)
        return (max if layer == "max" else min)(values, key=values.__getitem__)
