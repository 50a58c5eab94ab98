"""`pacgrid learn`: the weights of an evaluation, learned from games."""

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import DEFAULT_GHOST
from pacgrid.cli.console import (
    SafeConsole,
    check_writable,
    note,
    note_written,
    progress_bar,
    refusing,
)
from pacgrid.cli.matchup import DEFAULT_LAYOUT, Matchup
from pacgrid.cli.options import (
    GhostsOption,
    JobsOption,
    LayoutsOption,
    OptionError,
    RoundsOption,
    SeedOption,
    complete_agent,
)
from pacgrid.cli.series import in_processes
from pacgrid.common.concurrency import available_cpus
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.records.record import forfeit_reason

if TYPE_CHECKING:
    from pacgrid.learning.training import Episode, Training


def learn(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="Where the result goes: a .json file.")
    ],
    *,
    agent: Annotated[
        str,
        typer.Option(
            *("--agent", "-a"),
            metavar="AGENT",
            help="The agent for Pac-Man that learns; it must have the option evaluation.",
            autocompletion=complete_agent,
        ),
    ] = "alpha_beta:depth=1",
    ghosts: GhostsOption = None,
    layout: LayoutsOption = None,
    batches: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many batches of games to play in all.")
    ] = 20,
    batch_size: Annotated[
        int, typer.Option(min=2, metavar="N", help="Games in a batch: weights change after it.")
    ] = 40,
    start: Annotated[
        str,
        typer.Option(metavar="EVALUATION", help="Weights to begin with: a set or a .json file."),
    ] = "linear",
    discount: Annotated[
        float,
        typer.Option(min=0, max=1, metavar="GAMMA", help="What a point is worth a turn later."),
    ] = 0.8,
    trace_decay: Annotated[
        float, typer.Option(min=0, max=1, metavar="LAMBDA", help="How far back an error corrects.")
    ] = 0.8,
    rounds: RoundsOption = 300,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
) -> None:
    """Learn the weights of an evaluation from games.

    An agent plays the games with it.

    MODEL has the weights of the best batch so far; use it as evaluation=MODEL.

    To continue from these weights, give --start MODEL and a new file. The number of processes
    makes no difference to the result.

    Example: pacgrid learn weights.json --agent alpha_beta:depth=1 --layout corridors
    """
    from pacgrid.learning.training import Training

    if model.suffix != ".json":
        raise OptionError(f"{model}: the name of a model must end in .json")
    if model.exists():
        hint = f"to continue from it, give --start {model} and name another file"
        raise OptionError(f"{model}: exists already; {hint}")
    check_writable(model)
    if "evaluation" in AgentSpec.parse(agent).options:
        raise OptionError(f"{agent}: leave out the evaluation, which is learned; --start names one")
    games = Plan(
        agent,
        tuple(ghosts or [DEFAULT_GHOST]),
        tuple(layout or [DEFAULT_LAYOUT]),
        start,
        batch_size,
        rounds,
        seed,
    )
    _matchups(games, start)  # raises what is wrong with any name
    training = Training(start, discount=discount, trace_decay=trace_decay)
    _train(training, games, batches, model, jobs or available_cpus())
    SafeConsole().print(_table(training, games.batch))
    note_written(model)


@dataclass(frozen=True)
class Plan:
    agent: str
    """The name of the agent that plays Pac-Man, without its evaluation."""
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    """The games of a batch are played on these layouts in turn."""
    start: str
    """The evaluation of the first batch."""
    batch: int
    """How many games are played with the same weights."""
    rounds: int
    seed: int


def _train(training: "Training", plan: Plan, batches: int, file: Path, jobs: int) -> None:
    """Play and learn from so many `batches`. The file is written after each."""
    with progress_bar("games") as progress:
        bar = progress.add_task("", total=batches * plan.batch)
        try:
            while len(training.batches) < batches:
                tasks = _tasks(training, plan)
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
                note(f"stopped; {file} has the best weights so far")
            raise


def _tasks(training: "Training", plan: Plan) -> list["_Task"]:
    matchups = _matchups(plan, dict(training.weights) if training.batches else plan.start)
    first = plan.seed + len(training.batches) * plan.batch
    return [_Task(matchups[i % len(matchups)], first + i) for i in range(plan.batch)]


def _matchups(plan: Plan, evaluation: object) -> list[Matchup]:
    """The matchup on each layout, in which Pac-Man has this `evaluation`."""
    mark = "," if AgentSpec.parse(plan.agent).options else ":"
    pacman = f"{plan.agent}{mark}evaluation={evaluation}"
    return [
        Matchup.of(Layout.load(name), pacman, plan.ghosts, limits=Limits(rounds=plan.rounds))
        for name in plan.layouts
    ]


@dataclass(frozen=True)
class _Task:
    """One game. Can be sent to another process."""

    matchup: Matchup
    seed: int

    def play(self) -> "Episode":
        from pacgrid.learning.training import NAMES, Episode, TrainingError

        with redirect_stdout(sys.stderr):
            record = self.matchup.play(self.seed)
        if record.forfeit is not None:
            raise TrainingError(f"seed {self.seed}: {forfeit_reason(record)}")
        return Episode.of(record, NAMES)


def _table(training: "Training", games: int) -> Table:
    first, best = training.batches[0], training.best
    table = Table(title=f"{len(training.batches)} batches of {games} games")
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
