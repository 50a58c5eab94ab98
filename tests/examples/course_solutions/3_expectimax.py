"""Expectimax, and expectimax with a model of the ghosts. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.5."""

from collections.abc import Mapping

from pacgrid import Action, State
from pacgrid.search import Evaluate, GameState, Searcher


class Expectimax(Searcher):
    """A chance layer for each ghost, which plays all its actions equally often."""

    def value(self, state: GameState, plies: int) -> float:
        """Expected value of `state` for MAX, looking `plies` plies ahead."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class Predictor(Searcher):
    """Expectimax against ghosts that chase Pac-Man with probability `attack`, and flee from him as
    often while scared; otherwise they move at random."""

    def __init__(self, *, depth: int, evaluation: Evaluate, attack: float = 0.8) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        self.attack = attack

    def value(self, state: State, plies: int) -> float:
        """Expected value of `state` for MAX, looking `plies` plies ahead."""
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
            for action, probability in self.probabilities(state).items()
        )

    def probabilities(self, state: State) -> Mapping[Action, float]:
        """How likely the ghost to move plays each of its actions."""
        actions = state.legal_actions()
        ghost = state.ghosts[state.to_move - 1]
        (x, y), (pacman_x, pacman_y) = ghost.position, state.pacman
        distances = {
            action: abs(x + action.vector[0] - pacman_x) + abs(y + action.vector[1] - pacman_y)
            for action in actions
        }
        goal = max(distances.values()) if ghost.scared else min(distances.values())
        aimed = [action for action in actions if distances[action] == goal]
        return {
            action: (1 - self.attack) / len(actions)
            + (self.attack / len(aimed) if action in aimed else 0)
            for action in actions
        }
