"""`pacgrid ladder`: entrants play each other, and a table says how strong each of them is."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pacgrid.cli import CommandGroup
from pacgrid.cli.console import SafeConsole, note, note_written, progress_bar, resumable, write_text
from pacgrid.cli.matchup import load_layout
from pacgrid.cli.options import (
    JobsOption,
    JournalOption,
    LayoutsOption,
    LimitOption,
    NoJournalOption,
    OptionError,
    PathsArgument,
    SandboxOption,
    SchedulerOption,
    complete_agent,
    refuse_both,
)

if TYPE_CHECKING:
    from pacgrid.autograder.batch.grader import Progress
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.ladder.ladder import LadderRules
    from pacgrid.autograder.ladder.ladder_table import LadderTable

_PAGES_WORTH_A_PROCESS = 8

ladder_app = typer.Typer(
    cls=CommandGroup, no_args_is_help=True, help="Have many agents play each other, and rank them."
)


@ladder_app.command()
def run(
    paths: PathsArgument,
    *,
    rules_file: Annotated[
        Path | None,
        typer.Option("--rules", metavar="TOML", help="A file with the rules, such as ladder.toml."),
    ] = None,
    layouts: LayoutsOption = None,
    anchors: Annotated[
        list[str] | None,
        typer.Option(
            "--anchor",
            metavar="AGENT",
            help="An agent or a team that everybody meets. Repeat for more; none leaves out all.",
            autocompletion=complete_agent,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            *("--games", "-n"),
            min=1,
            metavar="N",
            help="Play N games. Default: each pair once on each layout, but at most 10,000.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", metavar="N", help="Seed of all random numbers.")
    ] = None,
    rounds: LimitOption = None,
    jobs: JobsOption = None,
    scheduler: SchedulerOption = None,
    sandbox: SandboxOption = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Write the tables and the journal here."
        ),
    ] = Path("pacgrid-ladder"),
    journal: JournalOption = None,
    no_journal: NoJournalOption = False,
    no_pages: Annotated[
        bool, typer.Option("--no-pages", help="Write no leaderboard and no pages of games.")
    ] = False,
) -> None:
    """Play a ladder: everybody against everybody, and against shipped agents.

    An entrant's file has an Agent, which plays Pac-Man, or a GhostTeam, or both.
    Each runs in its own sandboxed process, with limits. To resume a ladder that
    was stopped, or to add entrants, run the same command again: only games that
    are new are played. The exit code is 1 if a file is missing, or by a fault of
    Pacgrid.
    """
    refuse_both(journal=journal, no_journal=no_journal)
    for path in paths:
        if path.is_dir() and out.resolve().is_relative_to(path.resolve()):
            raise OptionError(f"{out}: is in {path}, with the entrants; choose another --out")
    rules = _rules(
        rules_file,
        # A layout keeps the name that it has on the command line.
        layouts=[replace(load_layout(name), name=name) for name in layouts] if layouts else None,
        anchors=anchors,
        games=games,
        seed=seed,
        rounds=rounds,
    )
    from pacgrid.autograder.ladder.ladder import Ladder
    from pacgrid.autograder.ladder.leaderboard import LadderFolder, table_text
    from pacgrid.autograder.submissions.collection import collect
    from pacgrid.cli.grading import ignored_note, sandbox_level, sandbox_notes

    collection = collect(paths, rules.file)
    if all(submission.missing for submission in collection.submissions):
        raise OptionError(f"{paths[0]}: no such file or folder")
    level = sandbox_level(sandbox, is_own=False)
    folder = LadderFolder(out)
    folder.prepare()
    lines = (rules.advice, ignored_note(collection.ignored), *collection.notes)
    for line in filter(None, (*lines, *sandbox_notes(level), *folder.notes(rules))):
        note(line)
    file = None if no_journal else journal or folder.journal
    with resumable(file) as opened:
        with progress_bar("games") as bar:
            task = bar.add_task("", total=None)

            def watch(now: "Progress") -> None:
                bar.update(task, completed=now.done, total=now.total, description=now.latest)

            had_results = bool(opened and opened.has_results)
            contest = Ladder(
                rules, level=level, jobs=jobs, scheduler=scheduler, journal=opened, watch=watch
            )
            played = contest.play(collection.submissions)
        if opened:
            opened.keep_used()
        if opened and had_results:
            total = len(played.results) + sum(not each.is_anchor for each in played.entrants)
            found = f"{played.from_journal} of {total} results were in {opened.path} already"
            none = f"{opened.path} had results, but none of this ladder; they are kept"
            note(found if played.from_journal else none)
        table = folder.write(played)
        note_written(out)
        if not no_pages:
            note_written(_write_pages(out, table, opened, jobs))
    if played.faults:
        text = "\n\n".join(f"{job}\n{fault.report}" for job, fault in played.faults)
        write_text(out / "faults.txt", text + "\n")
    # Files come first: whatever the terminal makes of the table, they are written.
    SafeConsole().print(table_text(table))
    if played.faults or not all(path.exists() for path in paths):
        raise typer.Exit(1)


@ladder_app.command()
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
    from pacgrid.autograder.ladder.leaderboard import TABLE, LadderFolder, saved_game

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


def _rules(file: Path | None, **given: Any) -> "LadderRules":
    """The rules in a file, or the usual ones, changed by what is given.

    Raises RulesError, LayoutError or OptionError.
    """
    from pacgrid.autograder.ladder.ladder import LadderRules

    anchors = given["anchors"] or ()
    if "none" in anchors:
        if len(anchors) > 1:
            raise OptionError("--anchor none leaves out all anchors; name no others beside it")
        given["anchors"] = []
    rules = LadderRules.load(file) if file else LadderRules()
    return rules.changed(**{name: v for name, v in given.items() if v is not None})


def _write_pages(
    folder: Path, table: "LadderTable", journal: "Journal | None", jobs: int | None
) -> Path:
    """Writes the leaderboard, and pages of games whose moves are in the journal."""
    from pacgrid.autograder.ladder.leaderboard import PAGES, write_leaderboard
    from pacgrid.cli.series import in_processes
    from pacgrid.common.concurrency import available_cpus

    def run(function: Any, todo: Any) -> Any:
        processes = min(jobs or available_cpus(), 1 + len(todo) // _PAGES_WORTH_A_PROCESS)
        return in_processes(function, todo, processes)

    with progress_bar("pages") as bar:
        task = bar.add_task("", total=None)
        watch = partial(bar.update, task)
        return write_leaderboard(
            folder / PAGES,
            table,
            journal,
            run,
            lambda done, total: watch(completed=done, total=total),
        )
