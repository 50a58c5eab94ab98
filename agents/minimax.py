"""Minimax search. Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition,
section 5.2.1 and figure 5.3; cut off at a depth as in section 5.3."""

from pacgrid.compiled_option import CompilableSearcher
from pacgrid.search import CHANCE, GameState, chance_ignored


class Minimax(CompilableSearcher):
    """Assumes that every agent plays its best: the tree has a MAX layer for Pac-Man and a MIN layer
    for each ghost. When it plays a ghost, it minimises.

    Raises ValueError where chance moves.
    """

    compiled_method = "minimax"
    plays_chance = False

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == CHANCE:
            raise chance_ignored(self)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)
