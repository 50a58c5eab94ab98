"""Boards that can be solved exactly: positions, bytes, seconds, and what the start is worth.

    python benchmarks/solutions.py --save benchmarks/results/solutions.md

Each board is solved against ghosts that play their best, that move at random and that are
directional. The second table has the mean scores of
agents in games against the same ghosts, beside the optimum. Seconds are CPU times of all threads,
without those for compiling.
"""

import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.progress import track
from rich.table import Table

from pacgrid import Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import estimate, solve

COMMAND = "python benchmarks/solutions.py --save benchmarks/results/solutions.md"
BOARDS = (
    "pocket",
    "closet",
    "cornered",
    "duel",
    "trap",
    "lure",
    "training",
    "den",
    "cloister",
    "yard",
)
MINIMAX = "minimax"
GHOSTS = (MINIMAX, "random_ghost", "directional_ghost")
AGENTS = (
    "reflex",
    "alpha_beta:depth=2",
    "expectimax:depth=2,ghosts={ghost}",
    "champion:nodes=5000",
    "optimal",
)
"""Expectimax knows the ghosts, but takes those that play their best for random ones."""


@dataclass(frozen=True)
class Solved:
    """A board that was solved."""

    board: str
    ghost: str
    solution: Solution
    memory: int
    file_size: int
    seconds: float
    """The time to solve it."""
    scores: Sequence[float]
    """The mean scores of `AGENTS`."""

    @property
    def start(self) -> State:
        return State.initial(self.solution.layout)


def measure(board: str, ghost: str, games: int) -> Solved:
    """Solve a board, and play games on it."""
    layout = Layout.load(board)
    ghosts = MINIMAX if ghost == MINIMAX else load_agent(ghost)
    needed = estimate(layout, ghosts=ghosts)
    with TemporaryDirectory() as folder:
        path = Path(folder, "score.solution")
        start = time.process_time()
        solution = solve(layout, path=path, ghosts=ghosts)
        seconds = time.process_time() - start
        file_size = path.stat().st_size
        scores = [mean_score(layout, agent, ghost, path, games) for agent in AGENTS]
    return Solved(board, ghost, solution, needed.memory, file_size, seconds, scores)


def mean_score(layout: Layout, agent: str, ghost: str, solution: Path, games: int) -> float:
    """The mean score of an agent against the ghosts that the solution is for."""
    if ghost == MINIMAX:
        agent, ghost = agent.format(ghost="chance"), f"optimal_ghost:solution={solution}"
        games = 1  # nothing is left to chance
    name = f"optimal:solution={solution}" if agent == "optimal" else agent.format(ghost=ghost)
    agents = [load_agent(name), *(load_agent(ghost) for _ in layout.ghosts)]
    return fmean(play(layout, agents, seed=seed).score for seed in range(games))


def tables(results: Sequence[Solved]) -> Iterator[tuple[str, list[list[str]]]]:
    """Two tables, each with its title and its rows; the first row is the head."""
    head = ["board", "ghosts", "positions", "memory", "file", "seconds", "converged"]
    rows = [
        [
            each.board,
            f"{each.solution.num_ghosts} {each.ghost}",
            f"{len(each.solution):,}",
            decimal(each.memory),
            decimal(each.file_size),
            f"{each.seconds:.1f}",
            f"{each.solution.converged_after or 'no'}",
            f"{each.solution.value(each.start):.2f}",
            " ".join(str(action) for action in each.solution.optimal_actions(each.start)),
        ]
        for each in results
    ]
    yield "Solutions", [[*head, "score", "first actions"], *rows]
    names = [name.partition(":")[0] for name in AGENTS]
    rows = [
        [
            each.board,
            each.ghost,
            *(f"{score:.0f}" for score in each.scores),
            f"{each.solution.value(each.start):.0f}",
        ]
        for each in results
    ]
    yield "Mean scores", [["board", "ghosts", *names, "value"], *rows]


def rich_table(title: str, rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title)
    for number, heading in enumerate(rows[0]):
        table.add_column(heading, justify="right" if number > 1 else "left")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def markdown(results: Sequence[Solved], games: int) -> str:
    lines = [
        "# Exact solutions of small boards",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        "At most 1,000 rounds. *Converged*: after so many rounds, more rounds change no value.",
        "*Score*: the value of the start.",
        "Seconds are CPU times of all threads.",
        "",
        f"Mean scores are of {games} games, with seeds from 0; of one game against ghosts that",
        "play their best, which `expectimax` takes for random ones. It and `alpha_beta` look 2",
        "rounds ahead with the `linear` evaluation; `champion` visits 5,000 positions a move.",
    ]
    for title, (head, *rows) in tables(results):
        dashes = ["---", "---", *["---:"] * (len(head) - 2)]
        table = [f"| {' | '.join(row)} |" for row in (head, dashes, *rows)]
        lines += ["", f"## {title}", "", *table]
    return "\n".join([*lines, ""])


def main(
    games: Annotated[int, typer.Option(help="Games of each agent.")] = 100,
    save: Annotated[Path | None, typer.Option(help="Write the tables to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only the smallest boards.")] = False,
) -> None:
    """Print the tables."""
    boards = BOARDS[:1] if quick else BOARDS
    pairs = [(board, ghost) for board in boards for ghost in GHOSTS]
    measure(BOARDS[0], MINIMAX, 1)  # compiles
    watched = track(pairs, "solving", console=Console(stderr=True), transient=True)
    results = [measure(board, ghost, games) for board, ghost in watched]
    for title, rows in tables(results):
        Console(width=160).print(rich_table(title, rows))
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(markdown(results, games), "utf-8")


if __name__ == "__main__":
    typer.run(main)
