"""`pacgrid bench`: how strong agents are, in a table with 95 % intervals."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.analysis import AnalysisChoice
from pacgrid.cli.console import SafeConsole, note, progress_bar
from pacgrid.cli.options import (
    JobsOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    RoundsOption,
    SeedOption,
    complete_agent,
    complete_game,
    complete_layout,
    ghosts_option,
    given_options,
    refuse_with_game,
)
from pacgrid.cli.output_path import OutputError, check_writable, write_text
from pacgrid.common.cpus import available_cpus
from pacgrid.game import Limits
from pacgrid.session.game_source import NAME

if TYPE_CHECKING:
    from pacgrid.cli.benchmark import Benchmark, Results
    from pacgrid.cli.benchmark_report import BenchmarkReport

JOURNAL = Path("pacgrid-bench.jsonl")

WRITERS: Mapping[str, Callable[["BenchmarkReport"], str]] = {
    ".md": lambda report: report.markdown(),
    ".csv": lambda report: report.csv(),
    ".json": lambda report: report.json_text(),
}
"""By suffix: what writes a file."""


def bench(
    context: typer.Context,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="Agents for Pac-Man, or for who plays first in another game: a row of the table"
            " each.",
            autocompletion=complete_agent,
        ),
    ] = None,
    *,
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Another game, as in `pacgrid play`. Repeat for more tables.",
            autocompletion=complete_game,
        ),
    ] = None,
    second: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="With --game: the agent of the other players. Repeat for more columns. Default:"
            " alpha_beta; expectiminimax in a game with chance.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ghosts: Annotated[
        list[str] | None,
        ghosts_option(
            "An agent for all ghosts, a team, or names with commas between them, as in"
            " `pacgrid play`. Repeat for more columns. Default: directional_ghost."
        ),
    ] = None,
    layout: Annotated[
        list[str] | None,
        typer.Option(
            "--layout",
            "-l",
            metavar="LAYOUT",
            help="A name from `pacgrid layouts`, or a file. Repeat for more tables."
            " Default: medium.",
            autocompletion=complete_layout,
        ),
    ] = None,
    num_ghosts: NumGhostsOption = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            min=1,
            metavar="N",
            help="Games of each agent against each of the ghosts.",
        ),
    ] = 20,
    seed: SeedOption = 0,
    goal: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS", help="Also say in how many games at least so many points were scored."
        ),
    ] = None,
    opening: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Begin each game with N random rounds. Agents and ghosts that leave nothing to"
            " chance would play the same game again and again.",
        ),
    ] = 0,
    rounds: RoundsOption = 1000,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
    analysis: AnalysisChoice,
    out: Annotated[
        list[Path] | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the results as .md, .csv or .json. Repeat for several.",
        ),
    ] = None,
    journal: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="Store finished games here, and skip those stored already."
        ),
    ] = JOURNAL,
    no_journal: Annotated[bool, typer.Option("--no-journal", help="Store nothing.")] = False,
) -> None:
    """Measure agents: wins, scores and costs, with 95 % intervals.

    Every agent plays the same seeds against each of the ghosts on each layout.
    The table also shows how far each agent is ahead of the first one.

    With --game, every agent plays first in another game: bench minimax mcts --game nim

    To resume a benchmark that was stopped, run the same command again.
    The exit code is 1 if an agent forfeits a game.

    Example: pacgrid bench minimax expectimax -g minimax_ghost -g random_ghost
    """
    from pacgrid.cli.benchmark import Benchmark
    from pacgrid.cli.benchmark_report import BenchmarkReport

    if not agents:
        raise OptionError("name an agent, such as reflex; `pacgrid agents` lists them")
    if game:
        names = ("layout", "ghosts", "num_ghosts", "judge_by")
        refuse_with_game(context, *names)
    elif second:
        raise OptionError("--second needs --game; Pac-Man has --ghosts")
    if no_journal and given_options(context, "journal"):
        raise OptionError("use either --journal or --no-journal, not both")
    opponents = second if game else ghosts or ["directional_ghost"]
    if any(NAME in text for text in (*agents, *(opponents or ()))):
        raise OptionError("a benchmark is played by agents; the keyboard can't take part")
    files = list(out or ())
    for file in files:
        if file.suffix not in WRITERS:
            raise OutputError(f"{file}: results are written as {', '.join(WRITERS)}")
        check_writable(file)
    store, jobs = None if no_journal else journal, jobs or available_cpus()
    benchmark = Benchmark(
        _distinct(agents),
        _distinct(opponents or _default_agents(game or ())),
        _distinct(game or layout or ["medium"]),
        games,
        seed,
        Limits(rounds=rounds, move_seconds=move_seconds),
        num_ghosts,
        opening,
        analysis.judge(),
        other_games=bool(game),
        goal=goal,
    )
    benchmark.matchups  # noqa: B018 # so that a wrong name is reported before anything is written
    report = BenchmarkReport(benchmark, _played(benchmark, store, jobs))
    SafeConsole().print(report.tables())
    for file in files:
        write_text(file, WRITERS[file.suffix](report))
    if report.has_forfeits:
        raise typer.Exit(1)


def _played(benchmark: "Benchmark", path: Path | None, jobs: int) -> "Results":
    """Play the games with a progress bar, and store them in a journal at `path`. An interrupt says
    where the results so far are."""
    from pacgrid.cli.benchmark import BenchmarkJournal

    with (
        BenchmarkJournal(path) if path else nullcontext() as journal,
        progress_bar("games") as progress,
    ):
        bar = progress.add_task("")

        def watch(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        try:
            return benchmark.play(journal, jobs, watch)
        except KeyboardInterrupt:
            if path:
                note(f"stopped; {path} has the results so far: run the same command to resume")
            raise


def _default_agents(games: Iterable[str]) -> list[str]:
    """The agents that play against others in these games if none is named. Raises GameError."""
    from pacgrid.agent_loader import suitable_agent
    from pacgrid.games.board_setup import BoardSetup

    return [suitable_agent(BoardSetup.load(game).first_state) for game in games]


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
