"""The cost of the wall between grader and submission, in time for a worker, a move, and more.

    python benchmarks/wall.py
    python benchmarks/wall.py --against ../pacgrid-before

Every figure is the time that the grader needs, with a submission that does next to nothing. It is
measured wherever the system puts the two processes, with both on one core, and with a busy loop for
each core. With `--against`, another checkout of Pacgrid is measured in turn, each figure is shown
as before and after, and the ratio is the median of those of each turn.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.search import Search, TaskServer
from pacgrid.autograder.model.diagnosis import MOST_NODES
from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.sandbox.level import Level, available
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.client import WorkerClient

AGENTS = """
from math import inf
from pacgrid import Agent

class Wanderer(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())

class Minimax(Agent):
    prunes = False

    def __init__(self, *, depth, evaluation):
        self.depth = depth

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(),
                   key=lambda action: self.value(state.successor(action), plies, -inf, inf))

    def value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return state.score
        best = inf if state.to_move else -inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if self.prunes and alpha >= beta:
                break
        return best

class AlphaBeta(Minimax):
    prunes = True

def evaluate(state):
    return state.score
"""
ROOM = """
%%%%%%%%
%.    .%
%  P   %
%   1  %
%%%%%%%%
"""
FIGURES = {
    "start of a worker, ms": 1e3,
    "a move, us": 1e6,
    "a successor, if all are used, us": 1e6,
    "a successor, if some are pruned, us": 1e6,
    "a question of an observed search, us": 1e6,
    "a game to test an evaluation, ms": 1e3,
}
"""The figures, and what seconds are multiplied by."""
MODES = ("free", "on one core", "all cores busy")
SUBMISSION = Submission("agent", (("agent.py", AGENTS.encode()),), "agent.py")
PATIENT = Budget(cpu_seconds=600, seconds=600)
LIMITS = SubmissionLimits(load=PATIENT, move=PATIENT, game=PATIENT)
MIB = 1 << 20


def move(client: WorkerClient, count: int) -> float:
    """Seconds for a move of Pac-Man, in games against two random ghosts."""
    ghost = load_agent("random_ghost")
    seconds, moves, seed = 0.0, 0, 0
    while moves < count:
        seed += 1
        state = State.initial(Layout.load("medium"))
        client.build("Wanderer", {})
        client.start(state, seed)
        played: list[Action] = []
        while not state.is_terminal and moves < count:
            if state.to_move:
                played.append(ghost.act(state))
            else:
                began = time.perf_counter()
                action = client.act(played).action
                seconds += time.perf_counter() - began
                moves += 1
                played = [action if isinstance(action, Action) else Action[action.upper()]]
            state = state.successor(played[-1])
    return seconds / moves


def successor(client: WorkerClient, agent: str, depth: int) -> float:
    """Seconds for a successor in a search of states that the grader holds."""
    test = Search(kind="search", search="minimax", depth=1, points=1, positions=[ROOM])
    test = test.model_copy(update={"options": {"depth": depth, "evaluation": "score"}})
    test = test.model_copy(update={"nodes": MIB})
    began = time.perf_counter()
    nodes = test.run(Part(client, agent)).nodes
    assert nodes
    return (time.perf_counter() - began) / nodes


def question(client: WorkerClient, count: int) -> float:
    """Seconds for a question about a state in a search that is observed."""
    server = TaskServer(MOST_NODES, client)
    task = SearchTask("position", State.parse(ROOM), "minimax", 2)
    seconds = 0.0
    while server.asked < count:
        client.build("Minimax", {"depth": task.depth, "evaluation": "score"}, observed=True)
        client.start_task(server.start(task), task.root.num_agents, 0, server.answer)
        began = time.perf_counter()
        client.act([], server.answer)
        seconds += time.perf_counter() - began
    return seconds / server.asked


def evaluation_game(client: WorkerClient, rounds: int) -> float:
    """Seconds for a game that tests an evaluation."""
    thresholds = [{"wins": 1, "points": 1}]
    test = Games.model_validate(
        {"kind": "games", "layout": "small", "ghosts": ["random_ghost"], "search": "alpha_beta"}
        | {"depth": 2, "rounds": rounds, "thresholds": thresholds}
    )
    began = time.perf_counter()
    test.run(Part(client, "evaluate"))
    return time.perf_counter() - began


def measure(level: Level, moves: int) -> dict[str, float]:
    """The figures, in seconds."""
    with SUBMISSION.written() as main:
        WorkerClient(main, LIMITS, level).__exit__()  # the first one copies the library
        began = time.perf_counter()
        with WorkerClient(main, LIMITS, level) as client:
            client.load(functions=["evaluate"])
            started = time.perf_counter() - began
            depth = 4 if moves >= 1000 else 2
            seconds = (
                started,
                move(client, moves),
                successor(client, "Minimax", depth),
                successor(client, "AlphaBeta", depth + 2),
                question(client, moves),
                evaluation_game(client, moves // 20),
            )
    return dict(zip(FIGURES, seconds, strict=True))


@contextmanager
def importable(checkout: Path) -> Iterator[str]:
    """A folder from which that checkout's Pacgrid is imported."""
    with TemporaryDirectory() as folder:
        package = Path(folder, "pacgrid")
        package.mkdir()
        for path in (checkout / "pacgrid").iterdir():
            (package / path.name).symlink_to(path.resolve())
        for name in ("agents", "autograder", "layouts"):
            (package / name).symlink_to((checkout / name).resolve())
        yield folder


@contextmanager
def prepared(mode: str) -> Iterator[None]:
    """The machine in that mode, for the processes started here."""
    with ExitStack() as stack:
        if mode == "on one core" and hasattr(os, "sched_setaffinity"):
            cores = os.sched_getaffinity(0)
            stack.callback(os.sched_setaffinity, 0, cores)
            os.sched_setaffinity(0, {min(cores)})
        if mode == "all cores busy":
            for _ in range(os.cpu_count() or 1):
                busy = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
                stack.callback(busy.wait)
                stack.callback(busy.kill)
        yield


def measured(level: Level, moves: int, path: str | None) -> dict[str, float]:
    """The figures of the Pacgrid in the folder `path`, or of this one, in seconds."""
    command = [sys.executable, __file__, "--moves", str(moves), "--only", level]
    environment = {**os.environ, **({"PYTHONPATH": path} if path else {})}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def cell(name: str, befores: list[dict[str, float]], afters: list[dict[str, float]]) -> str:
    after = f"{median(turn[name] for turn in afters) * FIGURES[name]:.0f}"
    if not befores:
        return after
    before = f"{median(turn[name] for turn in befores) * FIGURES[name]:.0f}"
    ratios = [one[name] / two[name] for one, two in zip(befores, afters, strict=True)]
    return f"{before} → {after} ({median(ratios):.1f}x)"


def main(
    against: Annotated[Path | None, typer.Option(help="Another checkout to compare with.")] = None,
    rounds: Annotated[int, typer.Option(help="How often everything is measured.")] = 3,
    moves: Annotated[int, typer.Option(help="Moves of Pac-Man in each measurement.")] = 2000,
    at: Annotated[Level | None, typer.Option("--level", help="Only at this level.")] = None,
    only: Annotated[Level | None, typer.Option(hidden=True)] = None,
) -> None:
    """Measure and print the table: medians over the rounds."""
    if only:
        sys.stdout.write(json.dumps(measure(only, moves)))
        return
    table = Table(title="The wall", title_justify="left")
    for heading in ("level", "", *MODES):
        table.add_column(heading, justify="left" if heading in {"level", ""} else "right")
    with importable(against) if against else ExitStack() as path:
        for level in [at] if at else available():
            cells: dict[str, list[str]] = {name: [] for name in FIGURES}
            for mode in MODES:
                befores, afters = [], []
                with prepared(mode):
                    for _ in range(rounds):
                        befores += [measured(level, moves, str(path))] if against else []
                        afters.append(measured(level, moves, None))
                for name in FIGURES:
                    cells[name].append(cell(name, befores, afters))
            for name in FIGURES:
                table.add_row(level, name, *cells[name])
    Console(width=120).print(table)


if __name__ == "__main__":
    typer.run(main)
