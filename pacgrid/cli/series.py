"""Series of games, played in this process or in several: the files written of them, tables of their
results, and what each move cost."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, Self, TypeVar

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
from pacgrid.cli.console import check_writable, note, progress_bar
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.common.concurrency import process_count
from pacgrid.errors import PacgridError
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.record import Record, forfeit_reason, result_line
from pacgrid.session.playback import LiveGame
from pacgrid.session.session import Settings

RECORDS = (".jsonl", ".json", "")
PAGES = (".html", ".htm")
FRAMES_PER_SECOND = 24


@dataclass(frozen=True)
class GameFiles:
    """The files that are written of each game: records, pages and films.

    A single game is written to the paths themselves; the games of a series are numbered,
    `games-07.jsonl` for `games.jsonl`. Can be sent to another process.
    """

    paths: tuple[Path, ...] = ()
    games: int = 1
    settings: Settings = field(default_factory=Settings)

    @classmethod
    def of(cls, paths: Sequence[Path] | None, games: int, settings: Settings) -> Self:
        """Raises FilmError, OptionError or OutputError at once for what can't be made."""
        files = cls(tuple(paths or ()), games, settings)
        for path in files.paths:
            if files.paths.count(path) > 1:
                raise OptionError(f"--save names {path} twice; leave one out")
            check_writable(path)
            if path.suffix.lower() not in (*RECORDS, *PAGES):
                from pacgrid.render.film import writer_for

                writer_for(path, FRAMES_PER_SECOND)
        return files

    @property
    def has_pictures(self) -> bool:
        """Whether there are others than records: games for them needn't be watched."""
        return any(path.suffix.lower() not in RECORDS for path in self.paths)

    @property
    def shows_thoughts(self) -> bool:
        """Whether a file can show what agents think: a film computes what it shows."""
        return any(path.suffix.lower() in (*RECORDS, *PAGES) for path in self.paths)

    def for_agent(self, number: int) -> Self:
        """The files of the games of the `number`-th of several agents: `game-2.jsonl`."""
        paths = tuple(path.with_stem(f"{path.stem}-{number}") for path in self.paths)
        return replace(self, paths=paths)

    def of_game(self, number: int) -> list[Path]:
        if self.games == number == 1:
            return list(self.paths)
        digits = f"-{number:0{len(str(self.games))}}"
        return [p.with_name(p.stem + digits + (p.suffix or ".jsonl")) for p in self.paths]

    def write(
        self, number: int, record: Record, analysis: GameAnalysis | None = None
    ) -> list[Path]:
        """Write the files of game `number`, which is over. Returns those that were written: no
        record of a game that was quit before its first ply."""
        return [path for path in self.of_game(number) if self._write(path, record, analysis)]

    def _write(self, path: Path, record: Record, analysis: GameAnalysis | None) -> bool:
        suffix = path.suffix.lower()
        if suffix in RECORDS:
            if record.ending is Ending.QUIT and not record.moves:
                return False
            record.save(path)
        elif suffix in PAGES:
            from pacgrid.render.web.page import page, write_page

            write_page(path, page(record, analysis=analysis))
        else:
            self._film(path, record, analysis)
        return True

    def _film(self, path: Path, record: Record, analysis: GameAnalysis | None) -> None:
        from pacgrid.render.film import Film, write_film

        film = Film(
            record,
            speed=self.settings.speed,
            rate=FRAMES_PER_SECOND,
            theme=self.settings.theme,
            overlays=tuple(sorted(self.settings.overlays)),
            analysis=analysis,
        )
        if not record.moves:
            note(f"{path}: the game has no moves, so the picture stands still")
        try:
            write_film(film, path, watch=_with_bar if self.games == 1 else None)
        except KeyboardInterrupt:
            note(f"{path}: interrupted; nothing was written")
            raise


def _with_bar(pictures: Any, total: int) -> Iterator[Any]:
    """Pass on the pictures; on a terminal, show a progress bar."""
    with progress_bar("pictures") as progress:
        yield from progress.track(pictures, total=total, description="")


@dataclass(frozen=True)
class Series:
    """Games with the seeds `seed`, `seed + 1`, … The seed fixes everything in a game."""

    matchup: Matchup
    games: int
    seed: int
    files: GameFiles = GameFiles()
    thoughts: bool = False
    """Whether records of games that aren't watched keep what agents think."""
    own_seeds: Mapping[str, int] = field(default_factory=dict)
    """`pacman_seed` and `ghost_seed` of the first game, if they are given."""
    judge: JudgeChoice | None = None

    def play(
        self, number: int, analyse: Callable[[Record], GameAnalysis] | None = None
    ) -> tuple[Record, GameAnalysis | None]:
        """Play game `number`, counted from 1, analyse it if there is a judge, and write its files.

        What agents print goes to stderr, since stdout is for the results.

        Args:
            analyse: how to ask the judge.
        """
        with redirect_stdout(sys.stderr):
            record = self.matchup.play(thoughts=self.thoughts, **self._seeds(number))
        analysis = None
        try:
            if self.judge:  # a summary needs only Pac-Man's moves
                ask = analyse or partial(self.judge.analyse, ghosts=bool(self.files.paths))
                analysis = ask(record)
        finally:  # an analysis that fails, or is interrupted, loses no game
            self.files.write(number, record, analysis)
        return record, analysis

    def live_game(self, number: int) -> LiveGame:
        """Game `number`, counted from 1, to be watched."""
        return self.matchup.live_game(**self._seeds(number))

    def _seeds(self, number: int) -> dict[str, int]:
        seeds = {"seed": self.seed, **self.own_seeds}
        return {name: seed + number - 1 for name, seed in seeds.items()}

    def result(self, number: int) -> Result:
        """Play game `number`, and keep only what a summary needs."""
        return self.result_of(*self.play(number))

    def result_of(self, record: Record, analysis: GameAnalysis | None = None) -> Result:
        """What a summary needs to know about a game."""
        if self.judge and not analysis:
            analysis = self.judge.analyse(record, ghosts=False)
        return Result.of(record, analysis)

    def results(self, jobs: int = 1) -> Iterator[Result]:
        """Play all games in `jobs` processes; the results come in the order in which games end."""
        for _, result in in_processes(self.result, range(1, self.games + 1), jobs):
            yield result


Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class ProcessError(PacgridError):
    """A process that ended before its game."""


def in_processes(
    function: Callable[[Item], Outcome], items: Collection[Item], jobs: int
) -> Iterator[tuple[Item, Outcome]]:
    """Each item with `function(item)`, in the order in which they get done.

    One job runs in this process, and so do all where processes can't share work. Raises what
    `function` raises, or ProcessError.
    """
    jobs = process_count(min(jobs, len(items))) if items else 0
    if jobs <= 1:
        yield from ((item, function(item)) for item in items)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare)
    try:
        futures = {executor.submit(function, item): item for item in items}
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    except BaseException as error:
        for process in active_children():  # otherwise they would finish their games
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise ProcessError(
                "an agent ended its process; run with --jobs 1 to find out which one"
            ) from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Let Ctrl-C end this process silently, since the main process handles it; and end it with the
    main process, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


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
