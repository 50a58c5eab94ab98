"""A judge that knows: an exact solution of the board."""

from pathlib import Path
from typing import TYPE_CHECKING, Self

from pacgrid.action import Action
from pacgrid.analysis.judge import AnalysisError, Judgement
from pacgrid.analysis.move_mark import Unit
from pacgrid.maze import Maze
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.solutions.solution import Solution

MOST_ROUNDS = 20
"""How far the longest line goes."""


class SolutionJudge:
    """Values actions by a `solution`, which has its own limit on rounds and its own ghosts."""

    span = 1.0

    def __init__(self, solution: "Solution") -> None:
        self.solution = solution
        self.judges_all = solution.ghosts == "minimax"
        self.has_chance = not self.judges_all
        self.unit: Unit = "chance of winning" if solution.objective == "win" else "points"
        limit = f" for {solution.rounds} rounds" if solution.rounds else ""
        ghosts = "ghosts that play their best" if self.judges_all else solution.ghosts
        self.name = f"exact{limit}, against {ghosts}"

    @classmethod
    def load(cls, path: Path, start: State, board: str = "") -> Self:
        """The judge, by the solution in the file `path`, of games that begin in `start` on `board`.

        Raises:
            SolutionError: it can't be read.
            AnalysisError: it is of another board.
        """
        from pacgrid.solutions.solution import Solution  # needs numpy

        solution = Solution.load(path)
        if Maze.of(solution.layout, solution.num_ghosts) != start.maze or start not in solution:
            solved = solution.layout.name or "another board"
            raise AnalysisError(
                f"{path}: solves {solved} with {_counted(solution.num_ghosts)}; this game is on"
                f" {board or 'a layout'} with {_counted(start.num_agents - 1)}"
            )
        return cls(solution)

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:  # noqa: ARG002
        values = self.solution.action_values(state)
        rounds = min(self.solution.rounds or MOST_ROUNDS, MOST_ROUNDS)
        return Judgement(values, rounds * state.num_agents, complete=True)

    def line(
        self,
        state: State,
        ply: int,  # noqa: ARG002
        action: Action,
        judgement: Judgement,
    ) -> tuple[Action, ...]:
        line, state = [action], state.successor(action)
        while len(line) < judgement.plies and not state.is_terminal:
            if state.to_move and not self.judges_all:
                chances = self.solution.probabilities(state)
                line.append(state.legal_actions()[chances.index(max(chances))])
            else:
                line.append(self.solution.optimal_actions(state)[0])
            state = state.successor(line[-1])
        return tuple(line)


def _counted(ghosts: int) -> str:
    return f"{ghosts} ghost{'s' * (ghosts != 1)}"
