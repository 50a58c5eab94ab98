"""How far the champion is from perfect play after the last capsule.

    python benchmarks/champion_bound.py --games 200

A quarter of `arcade` with two directional ghosts, no capsules and the last food is small enough to
be solved exactly, for the chance of winning. The champion plays it, and each of its moves is
compared with the best one. It learns the ghosts' rule as usual, and doesn't see the solution.
docs/champion.md says what follows from it.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, State, play
from pacgrid.agents.champion import Champion
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.common.intervals import mean_interval, proportion_interval
from pacgrid.games.ending import Ending
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


class ComparedChampion(Champion):
    """Remembers by how much its moves lowered the chance of winning."""

    def __init__(self, solution: Solution, nodes: int) -> None:
        super().__init__(nodes=nodes)
        self.solution = solution

    def start(self, state: State) -> None:
        super().start(state)
        self.losses: list[float] = []

    def act(self, state: State) -> Action:
        action = super().act(state)
        values = self.solution.action_values(state)
        self.losses.append(max(values.values()) - values[action])
        return action


def main(
    games: int = 200,
    seed: int = 1000,
    nodes: Annotated[list[int] | None, typer.Option(help="Of a move; repeat for more.")] = None,
    board: Annotated[Path | None, typer.Option(help="A small board instead.")] = None,
) -> None:
    """Compare the champion with perfect play."""
    layout = Layout.load(board) if board else Layout.parse(QUARTER, source="quarter of arcade")
    with TemporaryDirectory() as folder:
        solution = solve(
            layout,
            path=Path(folder) / "board.solution",
            ghosts=DirectionalGhost(),
            objective=Objective.WIN,
        )
    best = solution.value(State.initial(layout))
    table = Table("nodes", "won", "chance lost in a game", "games", title=f"Best play: {best:.1%}")
    for budget in nodes or [20_000, 200_000]:
        champion, won, losses = ComparedChampion(solution, budget), 0, []
        for number in range(games):
            ghosts = [DirectionalGhost() for _ in layout.ghosts]
            record = play(layout, [champion, *ghosts], seed=seed + number)
            won += record.ending is Ending.WON
            losses.append(sum(champion.losses))
        low, high = proportion_interval(won, games)
        lost = mean_interval(losses)
        table.add_row(
            f"{budget:,}",
            f"{won / games:.1%} ({low:.1%} to {high:.1%})",
            f"{sum(losses) / games:.1%}" + (f" ({lost[0]:.1%} to {lost[1]:.1%})" if lost else ""),
            str(games),
        )
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
