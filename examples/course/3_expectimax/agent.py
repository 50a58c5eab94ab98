"""Week 3: start from this file. Keep the names of the classes and of `value`."""

from pacgrid import State
from pacgrid.search import Evaluate, Searcher


class Expectimax(Searcher):
    """A MAX layer for Pac-Man, and a chance layer for each ghost."""

    def value(self, state: State, plies: int) -> float:
        """Expected value of `state` for Pac-Man, looking `plies` plies ahead."""
        return state.score if state.is_terminal else self.evaluate(state)  # looks no further yet


class Predictor(Searcher):
    """Expectimax against ghosts that aim at Pac-Man with probability `attack`."""

    def __init__(self, *, depth: int, evaluation: Evaluate, attack: float = 0.8) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        self.attack = attack

    def value(self, state: State, plies: int) -> float:
        return state.score if state.is_terminal else self.evaluate(state)
