"""The effective branching factor of searches in chess.

    python benchmarks/chess_branching.py --save benchmarks/results/chess_branching.md

Minimax and alpha-beta search positions from openings equally deep. A search that visited N nodes in
d plies has the effective branching factor b of a uniform tree with as many: N = b + b² + … + b^d
(AIMA 4e, section 3.6.1). For minimax it is about the number of legal moves. With the best move
first everywhere, alpha-beta comes close to its square root as the depth grows: it has
b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. Nodes are the same on every machine.

Material alone often ties, and the shipped searches don't prune ties; alpha-beta does so with
`pruning=book`. So they also search with an evaluation that hardly ever ties: material, and a
hundredth of a pawn for each square that a piece attacks.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.agent import Report
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.chess import Chess
from pacgrid.search import Searcher
from pacgrid.tree.node_counts import effective_branching_factor

COMMAND = "python benchmarks/chess_branching.py --save benchmarks/results/chess_branching.md"
POSITIONS = {
    "Italian game": "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
    "Queen's gambit": "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQ - 3 7",
    "Sicilian defence": "r1bqkb1r/5ppp/p1np1n2/1p2p3/4P3/N1N5/PPP2PPP/R1BQKB1R w KQkq - 0 9",
}
"""Their names, and the positions in Forsyth-Edwards notation."""
SLOW = ("minimax", "alpha-beta, material")
SLOW_PLIES = 3
"""Deeper, these would take minutes."""


def mobility(state: Chess) -> float:
    """Material, and a hundredth of a pawn for each square that a piece attacks."""
    attacked = [0, 0]
    for square, piece in state.board.piece_map().items():
        attacked[piece.color] += state.board.attacks_mask(square).bit_count()
    return state.evaluate() + (attacked[True] - attacked[False]) / 100


class InPlies(IterativeDeepening):
    """Counts the nodes of its last iteration, so many plies deep."""

    def root_values(self, state: Any, plies: int) -> dict[Any, float]:
        self._begin()
        for self.horizon in range(1, plies + 1):
            self.report = Report(values=self.report.values)
            self.report.values = self.action_values(state, self.horizon)
        return dict(self.report.values)


SEARCHES: Mapping[str, Callable[[], Searcher]] = {
    "minimax": Minimax,
    "alpha-beta, material": AlphaBeta,
    "alpha-beta, material, book": lambda: AlphaBeta(pruning="book"),
    "alpha-beta": lambda: AlphaBeta(evaluation=mobility),
    "captures first": lambda: InPlies(evaluation=mobility, ordering="captures"),
    "all orderings": lambda: InPlies(evaluation=mobility, ordering=True, table=1_000_000),
}


def nodes(name: str, fen: str, plies: int) -> int:
    """How many nodes a search visits below a position, so many plies deep."""
    search = SEARCHES[name]()
    search.report = Report()
    search.root_values(Chess.initial(fen), plies)
    return search.report.nodes


def measured(most_plies: int) -> list[list[str]]:
    """The rows of the table; the first one is the head."""
    runs = [
        (name, plies)
        for name in SEARCHES
        for plies in range(1, most_plies + 1)
        if name not in SLOW or plies <= SLOW_PLIES
    ]
    found: dict[tuple[str, int], list[int]] = {}
    rows = [["search", "plies", *POSITIONS, "b", "growth per ply"]]
    for name, plies in track(runs, "searching", console=Console(stderr=True), transient=True):
        counts = [nodes(name, fen, plies) for fen in POSITIONS.values()]
        found[name, plies] = counts
        if plies == 1:
            continue
        factor = fmean(effective_branching_factor(each, plies) for each in counts)
        growth = "-"
        if before := found.get((name, plies - 2)):
            ratios = (now / then for now, then in zip(counts, before, strict=True))
            growth = f"{fmean(ratio**0.5 for ratio in ratios):.1f}"
        rows.append([name, str(plies), *(f"{each:,}" for each in counts), f"{factor:.1f}", growth])
    return rows


def markdown(rows: list[list[str]]) -> str:
    dashes = ["---", *["---:"] * (len(rows[0]) - 1)]
    lines = [f"| {' | '.join(row)} |" for row in (rows[0], dashes, *rows[1:])]
    head = [
        "# The effective branching factor in chess",
        "",
        f"`{COMMAND}`",
        "",
        "Nodes; the effective branching factor b; and by how much a ply more multiplies the nodes,",
        "from the last two plies.",
        "",
    ]
    return "\n".join([*head, *lines, ""])


def main(
    plies: Annotated[int, typer.Option(min=2, help="How deep the searches look at most.")] = 4,
    save: Annotated[Path | None, typer.Option(help="Write the table to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only two plies deep.")] = False,
) -> None:
    """Print the table."""
    head, *rows = measured(2 if quick else plies)
    table = Table(title="Nodes, and the effective branching factor")
    for number, heading in enumerate(head):
        table.add_column(heading, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table)
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(markdown([head, *rows]), "utf-8")


if __name__ == "__main__":
    typer.run(main)
