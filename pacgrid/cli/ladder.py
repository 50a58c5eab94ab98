"""`pacgrid ladder`: entrants play each other, and a table says how strong each of them is."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from pacgrid.cli.commands import CommandGroup, with_options
from pacgrid.cli.console import SafeConsole, note_written
from pacgrid.cli.grade_options import WorkerChoice
from pacgrid.cli.options import (
    OptionError,
    complete_agent,
    complete_layout,
)

if TYPE_CHECKING:
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.ladder.ladder import LadderProgress, PlayedLadder
    from pacgrid.autograder.ladder.ladder_folder import LadderFolder
    from pacgrid.autograder.ladder.rules import LadderRules
    from pacgrid.autograder.ladder.table import LadderTable
    from pacgrid.autograder.submissions.collection import Collection

_PAGES_WORTH_A_PROCESS = 8

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Have many agents play each other, and rank them.",
)


@dataclass(frozen=True)
class RulesChoice:
    """What the options of the command line say about the rules."""

    rules: Annotated[
        Path | None,
        typer.Option("--rules", metavar="TOML", help="A file with the rules, such as ladder.toml."),
    ] = None
    layouts: Annotated[
        list[str] | None,
        typer.Option(
            "--layout",
            "-l",
            metavar="LAYOUT",
            help="A layout, as in pacgrid play. Repeat it for more.",
            autocompletion=complete_layout,
        ),
    ] = None
    anchors: Annotated[
        list[str] | None,
        typer.Option(
            "--anchor",
            metavar="AGENT",
            help="An agent or a team that everybody plays against. Repeat it for more; none leaves"
            " out the default ones.",
            autocompletion=complete_agent,
        ),
    ] = None
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            metavar="N",
            help="Play at most N games. Default: each pair once on each layout, but at most"
            " 10,000; with --until, 10,000.",
        ),
    ] = None
    until: Annotated[
        float | None,
        typer.Option(
            metavar="PROBABILITY",
            help="Stop when the order is known with this probability, such as 0.95.",
        ),
    ] = None
    top: Annotated[
        int | None,
        typer.Option(min=1, metavar="K", help="With --until: only the order of the top K counts."),
    ] = None
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", metavar="N", help="Seed of all random numbers.")
    ] = None
    rounds: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="End a game after N rounds. Default: 300."),
    ] = None

    def load(self) -> "LadderRules":
        """The rules. Raises RulesError, LayoutError or OptionError."""
        from pacgrid.autograder.ladder.rules import LadderRules

        if self.until is not None and not 0.5 < self.until < 1:
            raise OptionError(f"--until {self.until:g}: give a probability above 0.5 and below 1")
        if self.anchors and len(self.anchors) > 1 and "none" in self.anchors:
            raise OptionError("--anchor none leaves out all anchors; name no others beside it")
        rules = LadderRules.load(self.rules) if self.rules else LadderRules()
        given = {
            "layouts": [_layout(name) for name in self.layouts] if self.layouts else None,
            "anchors": [a for a in self.anchors if a != "none"] if self.anchors else None,
            "games": self.games,
            "until": self.until,
            "top": self.top,
            "seed": self.seed,
            "rounds": self.rounds,
        }
        rules = rules.changed(**{name: v for name, v in given.items() if v is not None})
        if rules.top and rules.until is None:
            raise OptionError("--top says whose order must be known; add --until, such as 0.95")
        return rules


def _layout(name: str) -> object:
    """The layout, which keeps the name that it has on the command line."""
    from dataclasses import replace

    from pacgrid.cli.board_choice import load_layout

    return replace(load_layout(name), name=name)


@dataclass(frozen=True)
class LadderOutput:
    """Where results go."""

    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Write the tables and the journal here."
        ),
    ] = Path("pacgrid-ladder")
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store results here instead, and find them here."),
    ] = None
    no_journal: Annotated[bool, typer.Option("--no-journal", help="Store no results.")] = False
    no_pages: Annotated[
        bool, typer.Option("--no-pages", help="Write no leaderboard and no pages of games.")
    ] = False

    def __post_init__(self) -> None:
        if self.journal and self.no_journal:
            raise OptionError("use either --journal or --no-journal, not both")

    def check_apart(self, paths: list[Path]) -> None:
        """Raises OptionError if the folder is among the entrants: it would become one of them."""
        for path in paths:
            if path.is_dir() and self.out.resolve().is_relative_to(path.resolve()):
                raise OptionError(
                    f"{self.out}: is in {path}, with the entrants; choose another --out"
                )

    def journal_file(self, folder: "LadderFolder") -> Path | None:
        """The file of the journal, if there is one."""
        return None if self.no_journal else self.journal or folder.journal


def run(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="Agent files, folders, zips or tars, or a download from a learning management"
            " system.",
            show_default=False,
        ),
    ],
    rules: RulesChoice,
    workers: WorkerChoice,
    output: LadderOutput,
) -> None:
    """Play a ladder: everybody against everybody, and against shipped agents.

    An entrant's file has an Agent, which plays Pac-Man, or a GhostTeam, or both.
    Each runs in its own sandboxed process, with limits. To resume a ladder that
    was stopped, or to add entrants, run the same command again: only games that
    are new are played. The exit code is 1 if a file is missing, or by a fault of
    Pacgrid.
    """
    from pacgrid.autograder.ladder.table_text import table_text

    output.check_apart(paths)
    chosen = rules.load()
    collection = _collected(paths, chosen.file)
    ladder, table = _play(chosen, collection, workers, output)
    # Files come first: whatever the terminal makes of the table, they are written.
    SafeConsole().print(table_text(table))
    if ladder.faults or not all(path.exists() for path in paths):
        raise typer.Exit(1)


def _play(
    rules: "LadderRules", collection: "Collection", workers: WorkerChoice, output: LadderOutput
) -> "tuple[PlayedLadder, LadderTable]":
    """Plays the ladder, or what is left of it, and writes its folder and its pages."""
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.ladder.ladder_folder import LadderFolder

    folder = LadderFolder(output.out)
    folder.prepare()
    notes = SafeConsole(stderr=True, soft_wrap=True)
    for line in (*_notes(rules, collection, workers), *folder.notes(rules)):
        notes.print(Text(line, "dim"))
    file = output.journal_file(folder)
    with Journal(file) if file else nullcontext() as journal:
        ladder = _played(rules, collection, workers, journal, notes)
        table = folder.write(ladder)
        note_written(output.out)
        if not output.no_pages:
            note_written(_write_pages(output.out, table, journal, workers.jobs))
    _report_faults(ladder, output.out)
    return ladder, table


app.command("run")(with_options(run))


@app.command()
def game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the ladder.")],
    number: Annotated[int, typer.Argument(metavar="ID", help="The game's id in ladder.json.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write. Default: game-ID.jsonl."
        ),
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The journal, if it is elsewhere.")
    ] = None,
) -> None:
    """Save one game, for pacgrid replay."""
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.ladder.ladder_folder import TABLE, LadderFolder
    from pacgrid.autograder.ladder.saved_game import saved_game

    there = LadderFolder(folder)
    if not (table := there.earlier):
        raise OptionError(f"{folder / TABLE}: no such file; name the folder of a ladder")
    file = journal or there.journal
    if not file.exists():
        raise OptionError(f"{file}: no such journal; name it with --journal")
    path = output or Path(f"game-{number}.jsonl")
    with Journal(file) as opened:
        record = saved_game(table, number, opened)
    record.save(path)
    note_written(path)


def _collected(paths: list[Path], main: str) -> "Collection":
    """The entrants; of several files, `main` is loaded.

    Raises CollectionError, or OptionError if there is nothing at all.
    """
    from pacgrid.autograder.submissions.collection import collect

    collection = collect(paths, main)
    if all(submission.missing for submission in collection.submissions):
        raise OptionError(f"{paths[0]}: no such file or folder")
    return collection


def _notes(rules: "LadderRules", collection: "Collection", workers: WorkerChoice) -> Iterator[str]:
    """Notes before the games start."""
    from pacgrid.autograder.ladder.entrant import namesakes
    from pacgrid.cli.grading import ignored_note, sandbox_notes

    yield from filter(None, [rules.advice, ignored_note(collection.ignored)])
    yield from collection.notes
    yield from namesakes([submission.name for submission in collection.submissions])
    yield from sandbox_notes(workers.level(is_own=False))


def _played(
    rules: "LadderRules",
    collection: "Collection",
    workers: WorkerChoice,
    journal: "Journal | None",
    console: Console,
) -> "PlayedLadder":
    """The ladder. An interrupt prints a note and ends the command with exit code 130."""
    from pacgrid.autograder.ladder.ladder import Ladder
    from pacgrid.cli.console import stopped_by_sigterm
    from pacgrid.cli.grading_progress import ProgressBar

    had_results = bool(journal and journal.has_results)
    try:
        with stopped_by_sigterm(), ProgressBar(console, "playing") as bar:

            def show(now: "LadderProgress") -> None:
                bar.show(now.done, now.total, now.latest)

            ladder = Ladder(
                rules,
                level=workers.level(is_own=False),
                jobs=workers.jobs,
                scheduler=workers.scheduler,
                journal=journal,
                watch=show,
            ).play(collection.submissions)
    except KeyboardInterrupt:
        if journal:
            console.print(
                f"stopped; {journal.path} has the results so far: run the same command again to"
                " resume"
            )
        raise typer.Exit(130) from None
    if journal:
        journal.keep_used()
        if had_results:
            console.print(Text(_found(ladder, journal.path), "dim"))
    return ladder


def _write_pages(
    folder: Path, table: "LadderTable", journal: "Journal | None", jobs: int | None
) -> Path:
    """Writes the leaderboard, and pages of games whose moves are in the journal."""
    from pacgrid.autograder.ladder.leaderboard import PAGES, write_leaderboard
    from pacgrid.cli.grading_progress import ProgressBar
    from pacgrid.cli.series import in_processes
    from pacgrid.common.cpus import available_cpus

    def processes(pages: int) -> int:
        """To start one takes as long as to make a few pages."""
        return min(jobs or available_cpus(), 1 + pages // _PAGES_WORTH_A_PROCESS)

    with ProgressBar(SafeConsole(stderr=True, soft_wrap=True), "writing pages") as bar:
        return write_leaderboard(
            folder / PAGES,
            table,
            journal,
            lambda function, todo: in_processes(function, todo, processes(len(todo))),
            lambda done, total: bar.show(done, total, "games"),
        )


def _found(ladder: "PlayedLadder", journal: Path) -> str:
    """What the journal had."""
    if not ladder.from_journal:
        return f"{journal} had results, but none of this ladder; they are kept"
    total = len(ladder.results) + sum(not e.is_anchor for e in ladder.entrants)
    return f"{ladder.from_journal} of {total} results were in {journal} already"


def _report_faults(ladder: "PlayedLadder", out: Path) -> None:
    """Writes the faults of Pacgrid, if there are any."""
    if not ladder.faults:
        return
    from pacgrid.cli.output_path import write_text

    text = "\n\n".join(f"{job}\n{fault.report}" for job, fault in ladder.faults)
    write_text(out / "faults.txt", text + "\n")
