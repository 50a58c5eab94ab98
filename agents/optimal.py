"""Plays an exact solution of the board: on average, nobody does better. `pacgrid solve` writes one.

pacgrid solve pocket --ghosts random_ghost
pacgrid play optimal:solution=pocket.solution --layout pocket --ghosts random_ghost
"""

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.solutions import SolutionError
from pacgrid.state import State


class Optimal(Agent):
    """Plays the first of the best actions against the ghosts that the solution is for.

    Args:
        solution: a file that `pacgrid solve` wrote.

    Raises SolutionError for another file; `start` does for another board.
    """

    plays_ghosts = False
    option_hint = "`pacgrid solve` writes a solution"

    def __init__(self, *, solution: str) -> None:
        from pacgrid.solutions.solution import Solution  # needs numpy

        self.solution = Solution.load(str(solution))
        self.file = solution

    def start(self, state: State) -> None:
        if state not in self.solution:
            board, count = self.solution.layout.name, self.solution.num_ghosts
            ghosts = "1 ghost" if count == 1 else f"{count} ghosts"
            raise SolutionError(f"{self.file}: is for {board} with {ghosts}, not for this board")

    def act(self, state: State) -> Action:
        self.report = Report(values=self.solution.action_values(state))
        return self.solution.optimal_actions(state)[0]
