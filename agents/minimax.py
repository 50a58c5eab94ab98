"""Minimax search. Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition,
section 5.2.1 and figure 5.3; cut off at a depth as in section 5.3."""

from pacgrid.compiled_option import CompilableSearcher
from pacgrid.search import GameState


class Minimax(CompilableSearcher):
    """Assumes that every agent plays its best: the tree has a MAX layer for Pac-Man and a MIN layer
    for each ghost, or for a die in a game that has one. When it plays a ghost, it minimises.
    """

    compiled_method = "minimax"

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)
