"""The savings of each idea of iterative deepening: nodes and time for the same decision.

    python benchmarks/ablation.py --save benchmarks/results/ablation.md

Each search decides in the same positions, looking the same number of plies ahead. Minimax visits
the whole tree. The minimal tree is what alpha-beta visits if the best action by its minimax value,
found beforehand, comes first everywhere; in a uniform tree it has b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves.
Nodes are the same on every machine; times are compared within a run.
"""

import platform
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid import Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.game_loader import load_game
from pacgrid.search import Searcher

COMMAND = "python benchmarks/ablation.py --save benchmarks/results/ablation.md"
MINIMAX, ALPHA_BETA, MINIMAL = "minimax", "alpha_beta", "minimal tree"
IDEAS: Mapping[str, Mapping[str, Any]] = {
    "iterative deepening": {},
    "ordering=last": {"ordering": "last"},
    "ordering=captures": {"ordering": "captures"},
    "ordering=killers": {"ordering": "killers"},
    "ordering=history": {"ordering": "history"},
    "ordering (all four)": {"ordering": True},
    "table=100": {"table": 100},
    "table=100000": {"table": 100_000},
    "table, symmetry": {"table": 100_000, "symmetry": True},
    "table, ordering=last": {"table": 100_000, "ordering": "last"},
    "table, ordering": {"table": 100_000, "ordering": True},
    "table, ordering, symmetry": {"table": 100_000, "ordering": True, "symmetry": True},
}
"""Options of iterative deepening that don't change the decision."""
QUIESCENCE = "all and quiescence=1"


@dataclass(frozen=True)
class Position:
    """A position, and how many rounds the searches look ahead."""

    name: str
    depth: int

    @property
    def state(self) -> Any:
        """The start of the layout or game."""
        kind, _, name = self.name.partition(" ")
        return State.initial(Layout.load(name)) if kind == "layout" else load_game(name)


POSITIONS = (
    Position("layout small", 5),
    Position("layout arena", 3),
    Position("layout duel", 6),
    Position("layout pocket", 6),
    Position("game tictactoe", 5),
    Position("game hexapawn:size=4", 5),
    Position("game uniform:branching=4,depth=6,order=worst", 3),
)
QUICK = (Position("layout duel", 2), Position("game tictactoe", 2))


@dataclass(frozen=True)
class Measurement:
    """What one decision took."""

    nodes: int
    seconds: float


Results = Mapping[Position, Mapping[str, Measurement]]
"""What each search took in each position."""


def searches(depth: int) -> dict[str, Searcher]:
    """The searches by name; all but the one with quiescence decide alike."""
    every = {"table": 100_000, "ordering": True, "symmetry": True, "quiescence": 1}
    return {
        MINIMAX: Minimax(depth=depth),
        ALPHA_BETA: AlphaBeta(depth=depth),
        **{name: IterativeDeepening(depth=depth, **ideas) for name, ideas in IDEAS.items()},
        QUIESCENCE: IterativeDeepening(depth=depth, **every),  # type: ignore[arg-type]
    }


def measure(position: Position, rounds: int) -> dict[str, Measurement]:
    """The nodes and the shortest time of each search, and the nodes of the minimal tree."""
    state = position.state
    found, chosen = {}, set()
    for name, agent in searches(position.depth).items():
        seconds = inf
        for _ in range(rounds):
            start = time.process_time()
            action = agent.act(state)
            seconds = min(seconds, time.process_time() - start)
        found[name] = Measurement(agent.report.nodes, seconds)
        if name != QUIESCENCE:
            chosen.add(action)
    assert len(chosen) == 1, f"different decisions on {position.name}: {chosen}"
    nodes = minimal_nodes(state, position.depth * state.num_agents)
    quiescence = {QUIESCENCE: found.pop(QUIESCENCE)}
    return {**found, MINIMAL: Measurement(nodes, inf), **quiescence}


def minimal_nodes(state: Any, plies: int) -> int:
    """How many nodes alpha-beta visits below `state` if the best action comes first everywhere."""
    evaluate = Minimax().evaluate
    nodes = 0

    @cache
    def exact(state: Any, plies: int) -> float:
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return evaluate(state)
        values = (exact(state.successor(action), plies - 1) for action in state.legal_actions())
        return max(values) if state.to_move == 0 else min(values)

    def visit(state: Any, plies: int, alpha: float, beta: float) -> float:
        nonlocal nodes
        nodes += 1
        if state.is_terminal or plies == 0:
            return exact(state, plies)
        is_max = state.to_move == 0
        children = [state.successor(action) for action in state.legal_actions()]
        children.sort(key=lambda child: exact(child, plies - 1), reverse=is_max)
        value = -inf if is_max else inf
        for child in children:
            after = visit(child, plies - 1, alpha, beta)
            value = (max if is_max else min)(value, after)
            if value >= beta if is_max else value <= alpha:
                return value
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        return value

    visit(state, plies, -inf, inf)
    return nodes - 1  # searchers count the root's successors and what is below


def tables(results: Results) -> Iterator[tuple[str, list[list[str]]]]:
    """Two tables, each with its title and its rows; the first row is the head."""
    names = list(next(iter(results.values())))
    head = ["search", *(f"{each.name}, depth={each.depth}" for each in results)]
    rows = [[name, *(f"{found[name].nodes:,}" for found in results.values())] for name in names]
    yield "Nodes", [head, *rows]
    names.remove(MINIMAL)
    rows = [
        [
            name,
            *(
                f"{found[name].seconds / found[ALPHA_BETA].seconds:.2f}"
                for found in results.values()
            ),
        ]
        for name in names
    ]
    yield "Time, alpha_beta = 1", [head, *rows]


def rich_table(title: str, rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title)
    for number, heading in enumerate(rows[0]):
        table.add_column(heading, justify="right" if number else "left")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def markdown(results: Results) -> str:
    lines = [
        "# What each idea of iterative deepening saves",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        "All searches but the last one come to the same decision; the last one looks further. Rows",
        "below `iterative deepening` name what is switched on.",
    ]
    for title, (head, *rows) in tables(results):
        dashes = ["---", *["---:"] * (len(head) - 1)]
        table = [f"| {' | '.join(row)} |" for row in (head, dashes, *rows)]
        lines += ["", f"## {title}", "", *table]
    return "\n".join([*lines, ""])


def main(
    rounds: Annotated[int, typer.Option(help="How often each search is timed.")] = 3,
    save: Annotated[Path | None, typer.Option(help="Write the table to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only small positions.")] = False,
) -> None:
    """Print the table."""
    positions = QUICK if quick else POSITIONS
    watched = track(positions, "searching", console=Console(stderr=True), transient=True)
    results = {position: measure(position, rounds) for position in watched}
    for title, rows in tables(results):
        Console(width=200).print(rich_table(title, rows))
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(markdown(results), "utf-8")


if __name__ == "__main__":
    typer.run(main)
