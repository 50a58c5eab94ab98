"""My search agent: it looks several moves ahead.

Watch it:   pacgrid play {file}
Measure it: pacgrid play {file}:depth=3 --games 20
Grade it:   pacgrid grade {file}
"""

from pacgrid import State
from pacgrid.search import Evaluate, GameState, Searcher


def hunger(state: State) -> float:
    """The value of a state where the search is cut off: points, and nearness of food."""
    return state.score - state.maze.nearest(state.pacman, state.food)


class MyAgent(Searcher):
    """Searches `depth` rounds ahead and evaluates the states there.

    `Searcher` calls `value` for the state after each action and plays the best action. It also
    fills in `self.report`, which viewers and grades show. For alpha-beta, write `action_values`,
    too: at the root, alpha rises from one action to the next.
    """

    def __init__(self, *, depth: int = 2, evaluation: str | Evaluate = hunger) -> None:
        super().__init__(depth=depth, evaluation=evaluation)

    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for Pac-Man, looking `plies` single moves ahead.

        `state.to_move` is the agent whose turn it is: 0 is Pac-Man, who wants the highest value;
        1, 2, ... are the ghosts. So far it assumes that each ghost plays its first legal action:
        make it minimax, alpha-beta, expectimax, or better.
        """
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else values[0]
