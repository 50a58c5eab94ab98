"""A ghost of the optimal team, by an exact solution of the board: no other team does better.

pacgrid solve pocket --ghosts minimax
pacgrid play --layout pocket --ghosts optimal_ghost:solution=pocket.solution
"""

from pacgrid.agents.optimal import Optimal
from pacgrid.solutions import SolutionError


class OptimalGhost(Optimal):
    """Plays the first of the actions that are worst for Pac-Man, if the other ghosts do the same.

    Args:
        solution: a file that `pacgrid solve --ghosts minimax` wrote.

    Raises SolutionError for another file; `start` does for another board.
    """

    plays_ghosts = True

    def __init__(self, *, solution: str) -> None:
        super().__init__(solution=solution)
        if self.solution.ghosts != "minimax":
            raise SolutionError(
                f"{solution}: is against {self.solution.ghosts}; optimal ghosts need a solution"
                " that `pacgrid solve --ghosts minimax` wrote"
            )
