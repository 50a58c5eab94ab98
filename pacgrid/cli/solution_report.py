"""What `pacgrid solve` says about a solution."""

import shlex
from pathlib import Path
from typing import Any

from rich.table import Table

from pacgrid.game import Limits
from pacgrid.solutions.objective import Objective
from pacgrid.solutions.solution import Solution
from pacgrid.state import State


def summary_lines(solution: Solution) -> list[str]:
    """What the start is worth, and after how many rounds that is certain."""
    value = solution.value(start_of(solution))
    if solution.objective is Objective.SCORE:
        worth = f"{value:.2f} points, with the best play"
    else:
        worth = f"won with a chance of {value:.2%}, with the best play"
    after, rounds = solution.converged_after, f"{solution.rounds:,} rounds"
    converged = (
        f"not converged after {rounds}" if after is None else f"converged after {after:,} rounds"
    )
    return [f"{title(solution)}: {worth}", f"{len(solution):,} positions; values {converged}"]


def action_table(solution: Solution) -> Table:
    """What each first action is worth, the best ones marked."""
    start = start_of(solution)
    best = solution.optimal_actions(start)
    table = Table()
    table.add_column("first action")
    table.add_column("points" if solution.objective is Objective.SCORE else "won", justify="right")
    table.add_column("")
    for action, value in solution.action_values(start).items():
        amount = f"{value:.2f}" if solution.objective is Objective.SCORE else f"{value:.2%}"
        table.add_row(str(action), amount, "best" if action in best else "")
    return table


def solution_json(solution: Solution) -> dict[str, Any]:
    """The same as data."""
    start = start_of(solution)
    return {
        "layout": solution.layout.name,
        "ghosts": solution.ghosts,
        "num_ghosts": solution.num_ghosts,
        "objective": str(solution.objective),
        "rounds": solution.rounds,
        "converged_after": solution.converged_after,
        "positions": len(solution),
        "value": solution.value(start),
        "action_values": {str(a): value for a, value in solution.action_values(start).items()},
        "optimal_actions": [str(action) for action in solution.optimal_actions(start)],
    }


def title(solution: Solution) -> str:
    """The board and the ghosts."""
    ghosts = solution.ghosts if solution.num_ghosts else "no ghosts"
    return f"{solution.layout.name} against {ghosts}"


def start_of(solution: Solution) -> State:
    """The position that its games start from."""
    return State.initial(solution.layout, solution.num_ghosts)


def play_command(solution: Solution, path: Path, layout: str) -> str:
    """The command that shows a game with the solution, on the board called `layout`."""
    words = ["pacgrid", "play", f"optimal:solution={path}", "--layout", layout]
    if solution.num_ghosts:
        minimax = solution.ghosts == "minimax"
        words += ["--ghosts", f"optimal_ghost:solution={path}" if minimax else solution.ghosts]
    if solution.num_ghosts != len(solution.layout.ghosts):
        words += ["--num-ghosts", str(solution.num_ghosts)]
    if solution.rounds not in (None, Limits.rounds):
        words += ["--rounds", str(solution.rounds)]
    return shlex.join(words)
