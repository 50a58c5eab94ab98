"""`pacgrid learn`: the weights of an evaluation, or how ghosts move, learned from games."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from pacgrid.action import Action
from pacgrid.agent import AgentSpec
from pacgrid.agents.learned_ghost import count_moves, model_text
from pacgrid.cli.benchmark import matchup_identity
from pacgrid.cli.console import SafeConsole, note, note_written, progress_bar
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    JobsOption,
    OptionError,
    RoundsOption,
    complete_agent,
    complete_ghosts,
    complete_layout,
)
from pacgrid.cli.output_path import OutputError, check_writable, refusing, write_text
from pacgrid.cli.series import in_processes
from pacgrid.common.cpus import available_cpus
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.records.description import forfeit_reason
from pacgrid.records.record import Record
from pacgrid.records.record_reader import TruncatedRecordError
from pacgrid.state import State
from pacgrid.teams import DEFAULT_GHOST

if TYPE_CHECKING:
    from pacgrid.learning.episode import Episode
    from pacgrid.learning.training import Plan, Training


@dataclass(frozen=True)
class LearnOptions:
    """What the command line says about a training."""

    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            "-a",
            metavar="AGENT",
            help="The agent for Pac-Man that learns; it must have the option evaluation.",
            autocompletion=complete_agent,
        ),
    ] = "alpha_beta:depth=1"
    ghosts: Annotated[
        list[str] | None,
        typer.Option(
            "--ghosts",
            "-g",
            metavar="AGENT",
            help=f"The ghosts, as in `pacgrid play`. Default: {DEFAULT_GHOST}.",
            autocompletion=complete_ghosts,
        ),
    ] = None
    layout: Annotated[
        list[str] | None,
        typer.Option(
            "--layout",
            "-l",
            metavar="LAYOUT",
            help="A name from `pacgrid layouts`, or a file. Repeat to learn on several."
            " Default: medium.",
            autocompletion=complete_layout,
        ),
    ] = None
    batches: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many batches of games to play in all.")
    ] = 20
    batch_size: Annotated[
        int, typer.Option(min=2, metavar="N", help="Games in a batch: weights change after it.")
    ] = 40
    start: Annotated[
        str,
        typer.Option(
            metavar="EVALUATION", help="The weights to begin with: a set's name or a .json file."
        ),
    ] = "linear"
    method: Annotated[str, typer.Option(metavar="METHOD", help="least-squares or td.")] = (
        "least-squares"
    )
    discount: Annotated[
        float,
        typer.Option(min=0, max=1, metavar="GAMMA", help="What a point is worth a turn later."),
    ] = 0.8
    trace_decay: Annotated[
        float,
        typer.Option(
            min=0, max=1, metavar="LAMBDA", help="How far back an error corrects earlier turns."
        ),
    ] = 0.8
    step: Annotated[
        float,
        typer.Option(min=0, metavar="ALPHA", help="With td: how far weights follow an error."),
    ] = 0.001
    rounds: RoundsOption = 300
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="N", help="Seed of the first game.")
    ] = 0

    def plan(self) -> "Plan":
        """How to learn. Raises OptionError."""
        from pacgrid.learning.training import Method, Plan

        if self.method not in list(Method):
            raise OptionError(f"--method {self.method}: choose {' or '.join(Method)}")
        if "evaluation" in AgentSpec.parse(self.agent).options:
            raise OptionError(
                f"{self.agent}: leave out the evaluation, which is learned; --start names one"
            )
        plan = Plan(
            self.agent,
            tuple(self.ghosts or [DEFAULT_GHOST]),
            tuple(self.layout or ["medium"]),
            self.start,
            Method(self.method),
            self.discount,
            self.trace_decay,
            self.step,
            self.batch_size,
            self.rounds,
            self.seed,
            games="",
        )
        return replace(plan, games=_identity(plan))


def learn(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="Where the result goes: a .json file.")
    ],
    options: LearnOptions,
    *,
    more_records: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="More of the --ghost-records.")
    ] = None,
    ghost_records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Learn instead how ghosts move, from records that `pacgrid play --save` wrote.",
        ),
    ] = None,
    jobs: JobsOption = None,
) -> None:
    """Learn the weights of an evaluation from games that an agent plays with it.

    MODEL has the weights of the best batch so far; use it as evaluation=MODEL.

    To resume a training that was stopped, or to learn for more batches, run the same command again.
    The number of processes makes no difference to the result.

    With --ghost-records, it plays nothing, and learns from games how ghosts move. Use such a model
    as learned_ghost:file=MODEL.

    Example: pacgrid learn weights.json --agent alpha_beta:depth=1 --layout corridors
    """
    from pacgrid.learning.training import Training

    if model.suffix != ".json":
        raise OptionError(f"{model}: the name of a model must end in .json")
    check_writable(model)
    if ghost_records:
        _check_no_training(options)
        learn_ghost(model, [*ghost_records, *(more_records or ())])
        return
    if more_records:
        raise OptionError(f"{more_records[0]}: records come after --ghost-records")
    training = Training.resumed(options.plan(), model)
    _train(training, options.batches, model, jobs or available_cpus())
    SafeConsole().print(_table(training))
    note_written(model)


def _check_no_training(options: LearnOptions) -> None:
    """Raise OptionError for options of a training, which --ghost-records is not."""
    for field in fields(options):
        if getattr(options, field.name) != field.default:
            option = f"--{field.name.replace('_', '-')}"
            raise OptionError(f"--ghost-records plays no games; leave out {option}")


def _train(training: "Training", batches: int, file: Path, jobs: int) -> None:
    """Play and learn until there are so many `batches`. The file is written after each."""
    done, size = len(training.batches), training.plan.batch
    with progress_bar("games") as progress:
        bar = progress.add_task("", total=max(done, batches) * size, completed=done * size)
        try:
            while len(training.batches) < batches:
                tasks = _tasks(training)
                episodes = {}
                for task, episode in in_processes(_Task.play, tasks, jobs):
                    episodes[task.seed] = episode
                    progress.advance(bar)
                training.learn([episodes[task.seed] for task in tasks])
                with refusing(file):
                    training.save(file)
                progress.update(bar, description=f"mean score {training.batches[-1].score:.0f}")
        except KeyboardInterrupt:
            if training.batches:
                note(f"stopped; {file} has the weights so far: run the same command to go on")
            raise


def _tasks(training: "Training") -> list["_Task"]:
    """The games of the next batch, on each layout in turn."""
    plan = training.plan
    matchups = _matchups(plan, dict(training.weights) if training.batches else plan.start)
    first = plan.seed + len(training.batches) * plan.batch
    return [_Task(matchups[i % len(matchups)], first + i) for i in range(plan.batch)]


def _matchups(plan: "Plan", evaluation: object) -> list[Matchup]:
    """The matchup on each layout, in which Pac-Man has this `evaluation`."""
    mark = "," if AgentSpec.parse(plan.agent).options else ":"
    pacman = f"{plan.agent}{mark}evaluation={evaluation}"
    return [
        Matchup.of(Layout.load(name), pacman, plan.ghosts, limits=Limits(rounds=plan.rounds))
        for name in plan.layouts
    ]


def _identity(plan: "Plan") -> str:
    """A hash of all that decides the first games."""
    return sha256("".join(map(matchup_identity, _matchups(plan, plan.start))).encode()).hexdigest()


@dataclass(frozen=True)
class _Task:
    """One game. Can be sent to another process."""

    matchup: Matchup
    seed: int

    def play(self) -> "Episode":
        from pacgrid.learning.episode import Episode
        from pacgrid.learning.training import NAMES, TrainingError

        with redirect_stdout(sys.stderr):
            record = self.matchup.play(self.seed)
        if record.forfeit is not None:
            raise TrainingError(f"seed {self.seed}: {forfeit_reason(record)}")
        return Episode.of(record, NAMES)


def _table(training: "Training") -> Table:
    """The first weights and the best ones."""
    first, best = training.batches[0], training.best
    table = Table(title=f"{len(training.batches)} batches of {training.plan.batch} games")
    table.add_column("", style="bold")
    for name, batch in (("first", first), ("best", best)):
        table.add_column(f"{name}: batch {training.batches.index(batch) + 1}", justify="right")
    table.add_row("mean score", f"{first.score:.0f}", f"{best.score:.0f}")
    table.add_row(
        "  95 % interval", *(f"{batch.low:.0f} to {batch.high:.0f}" for batch in (first, best))
    )
    table.add_row("won", f"{first.won:.0%}", f"{best.won:.0%}", end_section=True)
    for name in dict.fromkeys([*first.weights, *best.weights]):
        table.add_row(name, *(f"{batch.weights.get(name, 0):.1f}" for batch in (first, best)))
    return table


def learn_ghost(model: Path, records: Sequence[Path]) -> None:
    """Learn from `records` how ghosts move, and write the `model`."""
    if model in records:
        raise OptionError(f"{model}: is one of the records; name another file for the model first")
    counts = count_moves(move for path in records for move in _moves(path))
    moves = sum(sum(kinds.values()) for kinds in counts.values())
    if not moves:
        raise OutputError(f"{model}: not written: no ghost chose a move in these records")
    write_text(model, model_text(counts))
    typer.echo(f"Learned from {moves:,} moves in {len(counts)} situations.")


def _moves(path: Path) -> Iterator[tuple[State, Action]]:
    """The states of a record and the actions played there. Raises RecordError."""
    try:
        record = Record.load(path)
    except TruncatedRecordError as error:
        note(str(error))
        record = error.record
    return zip(record.states(), (move.action for move in record.moves), strict=False)
