"""`pacgrid solve`: the exact value and the best actions of every position on a small board."""

import re
import shlex
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.filesize import decimal
from rich.table import Table

from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import DEFAULT_GHOST, ghost_names, load_agent
from pacgrid.cli.console import (
    OutputError,
    SafeConsole,
    check_writable,
    note,
    note_written,
    progress_bar,
)
from pacgrid.cli.matchup import ghost_count, load_layout
from pacgrid.cli.options import (
    NumGhostsOption,
    OptionError,
    complete_solvable,
    ghosts_option,
    split_names,
)
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name
from pacgrid.solutions import SolutionError
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.solutions.solution import Solution
    from pacgrid.solutions.solve import Ghosts


MINIMAX: Final = "minimax"
SUFFIX = ".solution"
SECONDS_PER_PLY = 3e-8
"""One position with one ghost takes so long on one core of 2020, or less where nothing changes."""


@dataclass(frozen=True)
class Problem:
    layout: Layout
    ghosts: "Ghosts"
    num_ghosts: int
    rounds: int

    def is_solved_by(self, solution: "Solution") -> bool:
        from pacgrid.solutions.solve import ghosts_text

        own = (self.layout, self.num_ghosts, ghosts_text(self.ghosts), self.rounds)
        return own == (solution.layout, solution.num_ghosts, solution.ghosts, solution.rounds)


def solve(
    layout: Annotated[
        str,
        typer.Argument(
            metavar="LAYOUT",
            help="A name from `pacgrid layouts`, or a file; or a .solution file, to show it again.",
            autocompletion=complete_solvable,
        ),
    ],
    *,
    ghosts: Annotated[
        str,
        ghosts_option(
            "minimax, for ghosts that play their best; or agents that move by known chances,"
            " such as random_ghost, with commas between their names."
        ),
    ] = DEFAULT_GHOST,
    num_ghosts: NumGhostsOption = None,
    rounds: Annotated[
        int, typer.Option(min=1, metavar="N", help="Games end after N rounds.")
    ] = Limits.rounds or 1000,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write. Default: LAYOUT.solution, in this folder.",
        ),
    ] = None,
) -> None:
    """Solve a small board: exact values and best actions.

    Before it starts, it prints how many positions there are, and the memory and
    time that they take.

    Example: pacgrid solve pocket --ghosts random_ghost
    """
    from pacgrid.solutions.solution import Solution

    if layout.endswith(SUFFIX):
        path, source = Path(layout), ""
        solution = Solution.load(path)
    else:
        stem = re.sub(r"\W+", "-", layout) if is_maze_name(layout) else Path(layout).stem
        path, source = out or Path(stem + SUFFIX), layout
        check_writable(path)
        problem = _problem(layout, ghosts, num_ghosts, rounds)
        solution = _existing(path, problem) or _solve(path, problem)
    console = SafeConsole()
    console.print("\n".join(summary_lines(solution)), soft_wrap=True)
    console.print(action_table(solution))
    command = play_command(solution, path, source or solution.layout.name)
    console.print(f"Play it: {command}", soft_wrap=True)


def _problem(name: str, named: str, num_ghosts: int | None, rounds: int) -> Problem:
    """Raises LayoutError; and OptionError, TeamError or AgentError for ghosts that can't be."""
    layout = load_layout(name)
    board = layout.name or "this layout"
    count = ghost_count(num_ghosts, len(layout.ghosts), board)
    ghosts: Ghosts = MINIMAX
    if count and named != MINIMAX:
        names = ghost_names(split_names(named), count, board)
        agents = {name: _chance_agent(name) for name in dict.fromkeys(names)}
        ghosts = [agents[name] for name in names]
    return Problem(layout, ghosts, count, rounds)


def _chance_agent(name: str) -> ChanceAgent:
    """The agent of that name. Raises OptionError if it doesn't choose by chance, or AgentError."""
    agent = load_agent(name)
    if not isinstance(agent, ChanceAgent):
        raise OptionError(
            f"--ghosts {name}: its chances aren't known; name agents that have a distribution,"
            f" such as random_ghost, or {MINIMAX} for ghosts that play their best"
        )
    return agent


def _existing(path: Path, problem: Problem) -> "Solution | None":
    """The solution in the file, if there is one. Raises OutputError for any other file."""
    from pacgrid.solutions.solution import Solution

    if not path.exists():
        return None
    try:
        solution = Solution.load(path)
    except SolutionError as error:
        raise OutputError(f"{error}; it stays as it is: name another file with --out") from None
    if not problem.is_solved_by(solution):
        raise OutputError(
            f"{path}: has another solution, of {title(solution)} with at most {solution.rounds}"
            " rounds; name another file with --out"
        )
    note(f"{path} has this solution already")
    return solution


def _solve(path: Path, problem: Problem) -> "Solution":
    """Solve it with a progress bar on a terminal. Raises SolutionError or OutputError."""
    from pacgrid.solutions.solve import estimate, solve

    needed = estimate(problem.layout, ghosts=problem.ghosts, num_ghosts=problem.num_ghosts)
    seconds = needed.positions * problem.rounds * problem.num_ghosts * SECONDS_PER_PLY
    note(
        f"{needed.positions:,} positions: {decimal(needed.memory)} of memory,"
        f" {timedelta(seconds=ceil(seconds))} at most"
    )
    with progress_bar("rounds") as progress:
        bar = progress.add_task("", total=problem.rounds)

        def watch(rounds: int, change: float) -> None:
            progress.update(bar, completed=rounds, description=f"values change by {change:.2g}")

        try:
            solution = solve(
                problem.layout,
                path=path,
                ghosts=problem.ghosts,
                rounds=problem.rounds,
                num_ghosts=problem.num_ghosts,
                progress=watch,
            )
        except MemoryError:
            raise SolutionError(f"{decimal(needed.memory)} of memory aren't free") from None
    note_written(path)
    return solution


def summary_lines(solution: "Solution") -> list[str]:
    """What the start is worth, and after how many rounds that is certain."""
    worth = f"{solution.value(start_of(solution)):.2f} points, with the best play"
    after, rounds = solution.converged_after, f"{solution.rounds:,} rounds"
    converged = (
        f"not converged after {rounds}" if after is None else f"converged after {after:,} rounds"
    )
    return [f"{title(solution)}: {worth}", f"{len(solution):,} positions; values {converged}"]


def action_table(solution: "Solution") -> Table:
    start = start_of(solution)
    best = solution.optimal_actions(start)
    table = Table()
    table.add_column("first action")
    table.add_column("points", justify="right")
    table.add_column("")
    for action, value in solution.action_values(start).items():
        table.add_row(str(action), f"{value:.2f}", "best" if action in best else "")
    return table


def title(solution: "Solution") -> str:
    ghosts = solution.ghosts if solution.num_ghosts else "no ghosts"
    return f"{solution.layout.name} against {ghosts}"


def start_of(solution: "Solution") -> State:
    return State.initial(solution.layout, solution.num_ghosts)


def play_command(solution: "Solution", path: Path, layout: str) -> str:
    """The command that shows a game with the solution, on the board called `layout`."""
    words = ["pacgrid", "play", f"optimal:solution={path}", "--layout", layout]
    if solution.num_ghosts:
        minimax = solution.ghosts == "minimax"
        words += ["--ghosts", f"optimal_ghost:solution={path}" if minimax else solution.ghosts]
    if solution.num_ghosts != len(solution.layout.ghosts):
        words += ["--num-ghosts", str(solution.num_ghosts)]
    if solution.rounds != Limits.rounds:
        words += ["--rounds", str(solution.rounds)]
    return shlex.join(words)
