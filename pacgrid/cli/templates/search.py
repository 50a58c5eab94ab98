"""My search agent: it looks several moves ahead, through every agent's choices.

Watch it:   pacgrid play --pacman {file}
Measure it: pacgrid play --pacman {file}:depth=3 --games 20
Grade it:   pacgrid grade {file}
"""

from pacgrid import State
from pacgrid.search import Evaluate, GameState, Searcher


def hunger(state: State) -> float:
    """What a state is worth where nobody looks further: the points, and food that is near."""
    return state.score - state.maze.nearest(state.pacman, state.food)


class MyAgent(Searcher):
    """Looks `depth` rounds ahead; where it looks no further it asks the evaluation.

    `Searcher` calls `value` for what each action leads to, and plays the best. It also fills in
    `self.report`, which viewers and grades show.
    """

    def __init__(self, *, depth: int = 2, evaluation: str | Evaluate = hunger) -> None:
        super().__init__(depth=depth, evaluation=evaluation)

    def value(self, state: GameState, plies: int) -> float:
        """What `state` is worth to Pac-Man, looking `plies` single moves ahead.

        `state.to_move` says whose move it is: 0 is Pac-Man, who wants the highest value; 1, 2, ...
        are the ghosts. So far only the next moves of Pac-Man are looked at, as if every ghost
        made the first move it could: make it minimax, alpha-beta, expectimax, or better.
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
