"""`--analyse`: what each move of a game cost, computed and printed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.analysis.search_judge import FEWEST_NODES, NODES
from pacgrid.analysis.wording import amount, line_name, line_text, worth_text
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.progress import progress_bar
from pacgrid.records.description import seat_name
from pacgrid.records.record import Record

MOST_ROWS = 30
"""Bad moves that are listed."""

AnalyseOption = Annotated[
    bool, typer.Option("--analyse", help="Analyse games: what each move cost, and what was better.")
]
SolutionOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="With --analyse: judge moves by this solution, from `pacgrid solve`. Default: by a"
        " search.",
    ),
]
NodesOption = Annotated[
    int | None,
    typer.Option(
        min=FEWEST_NODES,
        metavar="N",
        help=f"With --analyse: how many positions to search for each move. Default: {NODES:,}.",
    ),
]


def chosen_judge(
    solution: Path | None, nodes: int | None, *matchups: Matchup, analyse: bool
) -> JudgeChoice | None:
    """How to judge games, by these options; None if they aren't to be analysed.

    Raises:
        OptionError: the options don't go together.
        SolutionError, AnalysisError: the solution can't be read, or isn't of these `matchups`.
    """
    if not analyse and (solution or nodes is not None):
        raise OptionError("--solution and --nodes need --analyse")
    if solution and nodes is not None:
        raise OptionError("--nodes is for a search; leave it out with --solution")
    if not analyse:
        return None
    choice = JudgeChoice(solution, nodes or NODES)
    for matchup in matchups:
        choice.check(matchup.setup.first_state, matchup.setup.title)
    return choice


def analysed(record: Record, judge: JudgeChoice) -> GameAnalysis:
    """The analysis of a game, with a progress bar on a terminal."""
    with progress_bar("moves") as progress:
        bar = progress.add_task("", total=len(record.moves))
        return judge.analyse(
            record, lambda done, total: progress.update(bar, completed=done, total=total)
        )


def print_analysis(record: Record, analysis: GameAnalysis, console: Console) -> None:
    """Print what the moves cost: a summary, and a table of the bad ones."""
    console.print(_summary(analysis))
    marked = [move for move in analysis.moves if move.mark]
    if marked:
        console.print(_table(record, analysis, marked))
    if point := analysis.turning_point():
        number = point.ply // len(record.agents) + 1
        worth = worth_text(point, analysis.unit)
        console.print(f"Pac-Man's worst move, number {number}: {worth}", soft_wrap=True)

    if analysis.luck is not None:
        verb = "gave" if analysis.luck >= 0 else "cost"
        points = amount(abs(analysis.luck), analysis.unit)
        points += " points" if analysis.unit == "points" else " of winning"
        console.print(f"Luck: the ghosts' moves {verb} Pac-Man {points} more than expected")


def _summary(analysis: GameAnalysis) -> Table:
    table = Table(title=f"Regret ({analysis.judge})")
    table.add_column("")
    table.add_column("mean regret per move", justify="right")
    for mark, name in zip(Mark, ("inaccuracies", "mistakes", "blunders"), strict=True):
        table.add_column(f"{name} {mark}", justify="right")
    for agent in sorted({move.agent for move in analysis.moves}):
        counts = (str(len(analysis.marked(mark, agent))) for mark in Mark)
        table.add_row(seat_name(agent), _mean(analysis, agent), *counts)
    return table


def _mean(analysis: GameAnalysis, agent: int) -> str:
    mean = analysis.mean_regret(agent)
    return f"{mean:.1f}" if analysis.unit == "points" else f"{100 * mean:.1f} %"


def _table(record: Record, analysis: GameAnalysis, marked: list[AnalysedMove]) -> Table:
    worst = sorted(marked, key=lambda move: move.regret, reverse=True)[:MOST_ROWS]
    more = f": the worst {MOST_ROWS} of {len(marked)}" if len(marked) > MOST_ROWS else ""
    line = line_name(has_chance=analysis.has_chance)
    table = Table(title=f"Bad moves{more}")
    for name in ("move", "agent", "at", "played", "better", "regret", line):
        table.add_column(name, justify="right" if name in ("move", "regret") else "left")
    for row in _rows(record, analysis, sorted(worst, key=lambda move: move.ply)):
        table.add_row(*row)
    if not any(move.agent for move in analysis.moves):  # ghosts aren't judged
        table.columns.pop(1)
    return table


def _rows(
    record: Record, analysis: GameAnalysis, moves: list[AnalysedMove]
) -> Iterator[tuple[str, ...]]:
    states, num_agents = tuple(record.states()), len(record.agents)
    for move in moves:
        state = states[move.ply]
        x, y = state.ghosts[move.agent - 1].position if move.agent else state.pacman
        yield (
            str(move.ply // num_agents + 1),
            seat_name(move.agent),
            f"{x:g}, {y:g}",
            f"{move.action}{move.mark}",
            str(move.best),
            amount(move.regret, analysis.unit),
            line_text(move.line, move.agent, num_agents),
        )
