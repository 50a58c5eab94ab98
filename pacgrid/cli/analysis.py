"""`--analyse`: what each move of a game cost, computed and printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.game_analysis import (
    AnalysedMove,
    GameAnalysis,
    Mark,
    amount,
    line_name,
    line_text,
    worth_text,
)
from pacgrid.analysis.judges import FEWEST_NODES, NODES
from pacgrid.cli.console import progress_bar
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record

LONGEST_LINE = 5
"""Moves of a line that are printed, in another game than Pac-Man."""
MOST_ROWS = 30
"""Bad moves that are listed."""


@dataclass(frozen=True)
class AnalysisChoice:
    """Whether games are analysed, and by what."""

    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="Analyse games: what each move cost, and what was better."),
    ] = False
    judge_by: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="FILE|N",
            help="With --analyse: judge moves by a solution of `pacgrid solve`, or by a search of N"
            f" positions for each move. Default: {NODES:,}.",
        ),
    ] = None

    def judge(self, *matchups: Matchup) -> JudgeChoice | None:
        """How to judge games, by these options; None if they aren't to be analysed.

        Raises:
            OptionError: the options don't go together.
            SolutionError, AnalysisError: the solution can't be read, or isn't of these `matchups`.
        """
        given = self.judge_by
        if given is not None and not self.analyse:
            raise OptionError("--judge needs --analyse")
        if not self.analyse:
            return None
        if given is None or (given.isascii() and given.isdecimal()):
            nodes = NODES if given is None else int(given)
            if nodes < FEWEST_NODES:
                raise OptionError(f"--judge {nodes}: search at least {FEWEST_NODES} positions")
            choice = JudgeChoice(nodes=nodes)
        else:
            choice = JudgeChoice(Path(given))
        for matchup in matchups:
            choice.check(matchup.setup)
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
    console.print(_summary(analysis, setup))
    marked = [move for move in analysis.moves if move.mark]
    if marked:
        console.print(_table(record, analysis, marked))
    if point := analysis.turning_point():
        state = next(islice(record.states(), point.ply, None))
        names = (setup.action_name(state, action) for action in (point.action, point.best))
        worth, player = worth_text(point, analysis.unit, *names), setup.players[point.agent]
        number = point.ply // _plies_of_a_move(setup) + 1
        console.print(f"{player}'s worst move, number {number}: {worth}", soft_wrap=True)

    if analysis.luck is not None:
        verb = "gave" if analysis.luck >= 0 else "cost"
        points = amount(abs(analysis.luck), analysis.unit)
        points += " points" if analysis.unit == "points" else " of winning"
        console.print(f"Luck: the ghosts' moves {verb} Pac-Man {points} more than expected")


def _plies_of_a_move(setup: GameSetup) -> int:
    """Moves are counted as people count them: by rounds, or by plies in another game."""
    return len(setup.players) if setup.has_rounds else 1


def _summary(analysis: GameAnalysis, setup: GameSetup) -> Table:
    table = Table(title=f"Regret ({analysis.judge})")
    table.add_column("")
    table.add_column("mean regret per move", justify="right")
    for mark, name in zip(Mark, ("inaccuracies", "mistakes", "blunders"), strict=True):
        table.add_column(f"{name} {mark}", justify="right")
    for agent in sorted({move.agent for move in analysis.moves}):
        counts = (str(len(analysis.marked(mark, agent))) for mark in Mark)
        table.add_row(setup.players[agent], _mean(analysis, agent), *counts)
    return table


def _mean(analysis: GameAnalysis, agent: int) -> str:
    mean = analysis.mean_regret(agent)
    if analysis.unit == "score":
        return amount(mean, analysis.unit)
    return f"{mean:.1f}" if analysis.unit == "points" else f"{100 * mean:.1f} %"


def _table(record: Record, analysis: GameAnalysis, marked: list[AnalysedMove]) -> Table:
    worst = sorted(marked, key=lambda move: move.regret, reverse=True)[:MOST_ROWS]
    more = f": the worst {MOST_ROWS} of {len(marked)}" if len(marked) > MOST_ROWS else ""
    line = line_name(has_chance=analysis.has_chance)
    table = Table(title=f"Bad moves{more}")
    at = ("at",) if record.setup.in_real_time else ()
    for name in ("move", "agent", *at, "played", "better", "regret", line):
        table.add_column(name, justify="right" if name in ("move", "regret") else "left")
    for row in _rows(record, analysis, sorted(worst, key=lambda move: move.ply)):
        table.add_row(*row)
    if not any(move.agent for move in analysis.moves):  # ghosts aren't judged
        table.columns.pop(1)
    return table


def _rows(
    record: Record, analysis: GameAnalysis, moves: list[AnalysedMove]
) -> Iterator[tuple[str, ...]]:
    states, setup = tuple(record.states()), record.setup
    for move in moves:
        state = states[move.ply]
        yield (
            str(move.ply // _plies_of_a_move(setup) + 1),
            setup.players[move.agent],
            *_place(state, move.agent, setup),
            f"{setup.action_name(state, move.action)}{move.mark}",
            setup.action_name(state, move.best),
            amount(move.regret, analysis.unit),
            _line(state, move, setup),
        )


def _place(state: Any, agent: int, setup: GameSetup) -> tuple[str, ...]:
    """Where an agent of Pac-Man's game is."""
    if not setup.in_real_time:
        return ()
    x, y = state.ghosts[agent - 1].position if agent else state.pacman
    return (f"{x:g}, {y:g}",)


def _line(state: Any, move: AnalysedMove, setup: GameSetup) -> str:
    """Play that proves what was better; its first moves in another game than Pac-Man."""
    if setup.in_real_time:
        return line_text(move.line, move.agent, len(setup.players))
    names = []
    for action in move.line[:LONGEST_LINE]:
        names.append(setup.action_name(state, action))
        state = state.successor(action)
    return ", ".join(names) + " …" * (len(move.line) > LONGEST_LINE)
