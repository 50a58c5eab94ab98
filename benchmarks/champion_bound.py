"""How far the champion is from perfect play when the capsules are eaten and little food is left.

    python benchmarks/champion_bound.py --games 200

Parts of `arcade` with two and three directional ghosts are small enough to be solved exactly, for
the chance of winning. The champion plays them from critical positions, drawn from all those that
the best play wins with a chance from 0.5 to 0.95, and each of its moves is compared with the best
one. It learns the ghosts' rule as usual, and doesn't see the solution. Its danger is the network,
as on `arcade`. Solving takes about a minute of CPU time.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, State, play
from pacgrid.agents.champion import Champion
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.common.intervals import mean_interval, proportion_interval
from pacgrid.games.game_setup import Ending
from pacgrid.solutions.objective import Objective
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import solve

QUARTER = """
%%%%%%%%%%%%%%
%%%%%       .%
%%%%% %%%%%% %
%%%%% %%%%%% %
%     1  2   %
% %%%%%% %%%%%
% %%%%%% %%%%%
%    .%%     %
% %%% %%%%%% %
% %%% %%%%%% %
%.       P   %
%%%%%%%%%%%%%%
"""
"""The lower left of `arcade`, without the corridors that lead out of it."""

CORNER = """
%%%%%%%%%%%%%%
%. 1  2  %%%%%
% %%%%%% %%%%%
% %%%%%% %%%%%
%  3  %%     %
% %%% %%%%%% %
% %%% %%%%%% %
%          P %
%%%%%%%%%%%%%%
"""
"""A part of that."""

BOARDS = {"quarter": QUARTER, "corner": CORNER}


class ComparedChampion(Champion):
    """A champion that adds up by how much its moves lower the chance of winning, in `lost`."""

    def __init__(self, solution: Solution, nodes: int) -> None:
        super().__init__(nodes=nodes)
        self.solution = solution

    def start(self, state: State) -> None:
        super().start(state)
        self.lost = 0.0

    def act(self, state: State) -> Action:
        action = super().act(state)
        values = self.solution.action_values(state)
        self.lost += max(values.values()) - values[action]
        return action


def critical_positions(solution: Solution) -> Iterator[State]:
    """The positions that are neither nearly won nor nearly lost, in random order."""
    values, rng = solution.stored_values, np.random.default_rng(1)
    candidates = np.flatnonzero((values >= 0.5) & (values <= 0.95))
    for number in rng.permutation(candidates):
        state = solution.space.state(int(number))
        if all(ghost.position != state.pacman for ghost in state.ghosts):  # else it can't arise
            yield state


def row(name: str, solution: Solution, nodes: int, games: int, seed: int) -> list[str]:
    """A row of the table: the games with one budget."""
    champion, won, best, lost = ComparedChampion(solution, nodes), 0, 0.0, []
    for number, start in enumerate(islice(critical_positions(solution), games)):
        ghosts = [DirectionalGhost() for _ in start.ghosts]
        record = play(solution.layout, [champion, *ghosts], seed=seed + number, start=start)
        best += solution.value(start)
        won += record.ending is Ending.WON
        lost.append(champion.lost)
    low, high = proportion_interval(won, games)
    least, most = mean_interval(lost) or (0, 1)
    return [
        f"{name}, {solution.num_ghosts} ghosts",
        f"{best / games:.1%}",
        f"{nodes:,}",
        f"{won} of {games} ({low:.0%} to {high:.0%})",
        f"{sum(lost) / games:.1%} ({least:.1%} to {most:.1%})",
    ]


def main(
    games: int = 200,
    nodes: Annotated[list[int] | None, typer.Option(help="Of a move; repeat for more.")] = None,
    board: Annotated[list[str] | None, typer.Option(help=f"Of {', '.join(BOARDS)}.")] = None,
    seed: int = 1000,
) -> None:
    """Compare the champion with perfect play."""
    columns = "board", "best play wins", "nodes", "champion won", "chance given away in a game"
    table = Table(*columns)
    for name in board or BOARDS:
        layout = Layout.parse(BOARDS[name], source=name)
        with TemporaryDirectory() as folder:
            solution = solve(
                layout,
                path=Path(folder) / f"{name}.solution",
                ghosts=DirectionalGhost(),
                objective=Objective.WIN,
            )
            for budget in nodes or [20_000]:
                table.add_row(*row(name, solution, budget, games, seed))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
