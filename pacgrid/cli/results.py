"""Tables of `play`, `compare`, `replay` and `bench`: results, and what each move cost."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.game_analysis import (
    LINE_LEGEND,
    AnalysedMove,
    GameAnalysis,
    Mark,
    line_name,
    line_text,
    worth_text,
)
from pacgrid.analysis.judges import FEWEST_NODES, NODES
from pacgrid.analysis.results import MOST_COLUMNS, Result, Results, results_grid
from pacgrid.cli.console import progress_bar
from pacgrid.cli.options import OptionError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.description import forfeit_reason, result_line
from pacgrid.records.record import Record


def results_table(
    title: str, agents: Sequence[str], results: Results, setup: GameSetup, goal: float | None = None
) -> Table:
    """What the games of each agent show, and how far it is ahead of the first."""
    head, *rows = results_grid(agents, results, setup, goal)
    table = Table(title=title, show_lines=len(agents) > MOST_COLUMNS)
    for number, cell in enumerate(head):
        style = "" if number else "bold"
        table.add_column(
            Text(cell), style=style, justify="right" if number else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*map(Text, row), style="red" if row[0] == "forfeits" else "")
    return table


def exit_after_forfeit(results: Iterable[Result]) -> None:
    """Raises typer.Exit, with 1, if an agent forfeited a game."""
    if any(result.forfeit is not None for result in results):
        raise typer.Exit(1)


def result_text(record: Record, pacman: str = "") -> Text:
    """How a game ended: a line, and the reason and traceback of a forfeit.

    The line starts with the name of Pac-Man's agent if it is given.
    """
    text = Text(f"{pacman}  {result_line(record)}".strip(), "bold green" if record.won else "bold")
    for detail, style in (
        (forfeit_reason(record), "not bold red"),
        (record.details, "not bold dim"),
    ):
        if detail:
            text.append(f"\n{detail}", style)
    return text


# What each move cost.

MOST_ROWS = 30


def chosen_judge(analyse: bool, judge_by: str | None, *setups: GameSetup) -> JudgeChoice | None:
    """How to judge games, by `--analyse` and `--judge`; None if they aren't to be analysed.

    Raises:
        OptionError: the options don't go together.
        SolutionError, AnalysisError: the solution can't be read, or isn't of these `setups`.
    """
    if judge_by is not None and not analyse:
        raise OptionError("--judge needs --analyse")
    if not analyse:
        return None
    if judge_by is None or (judge_by.isascii() and judge_by.isdecimal()):
        nodes = NODES if judge_by is None else int(judge_by)
        if nodes < FEWEST_NODES:
            raise OptionError(f"--judge {nodes}: search at least {FEWEST_NODES} positions")
        choice = JudgeChoice(nodes=nodes)
    else:
        choice = JudgeChoice(Path(judge_by))
    for setup in setups:
        choice.check(setup)
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
    setup = record.setup
    console.print(_regret_table(analysis, setup))
    marked = [move for move in analysis.moves if move.mark]
    if marked:
        console.print(_bad_moves(record, analysis, marked))
    if point := analysis.turning_point():
        worth, player = worth_text(point), setup.players[point.agent]
        number = point.ply // len(setup.players) + 1
        console.print(f"{player}'s worst move, number {number}: {worth}", soft_wrap=True)

    if analysis.luck is not None:
        verb = "gave" if analysis.luck >= 0 else "cost"
        points = f"{abs(analysis.luck):.0f} points"
        console.print(f"Luck: the ghosts' moves {verb} Pac-Man {points} more than expected")


def _regret_table(analysis: GameAnalysis, setup: GameSetup) -> Table:
    table = Table(title=f"Regret ({analysis.judge})")
    table.add_column("")
    table.add_column("mean regret per move", justify="right")
    for mark, name in zip(Mark, ("inaccuracies", "mistakes", "blunders"), strict=True):
        table.add_column(f"{name} {mark}", justify="right")
    for agent in sorted({move.agent for move in analysis.moves}):
        counts = (str(len(analysis.marked(mark, agent))) for mark in Mark)
        table.add_row(setup.players[agent], f"{analysis.mean_regret(agent):.1f}", *counts)
    return table


def _bad_moves(record: Record, analysis: GameAnalysis, marked: list[AnalysedMove]) -> Table:
    worst = sorted(marked, key=lambda move: move.regret, reverse=True)[:MOST_ROWS]
    more = f": the worst {MOST_ROWS} of {len(marked)}" if len(marked) > MOST_ROWS else ""
    line = line_name(has_chance=analysis.has_chance)
    table = Table(title=f"Bad moves{more}")
    for name in ("move", "agent", "at", "played", "better", "regret", line):
        table.add_column(name, justify="right" if name in ("move", "regret") else "left")
    for row in _bad_move_rows(record, sorted(worst, key=lambda move: move.ply)):
        table.add_row(*row)
    table.caption, table.caption_justify = f"Line: {LINE_LEGEND}", "left"
    if not any(move.agent for move in analysis.moves):  # ghosts aren't judged
        table.columns.pop(1)
    return table


def _bad_move_rows(record: Record, moves: list[AnalysedMove]) -> Iterator[tuple[str, ...]]:
    states, setup = tuple(record.states()), record.setup
    for move in moves:
        state = states[move.ply]
        x, y = state.ghosts[move.agent - 1].position if move.agent else state.pacman
        yield (
            str(move.ply // len(setup.players) + 1),
            setup.players[move.agent],
            f"{x:g}, {y:g}",
            f"{setup.action_name(state, move.action)}{move.mark}",
            setup.action_name(state, move.best),
            f"{move.regret:.0f}",
            line_text(move.line, move.agent, len(setup.players)),
        )
