"""What the sandbox costs: per move, per successor, and per worker.

    python benchmarks/sandbox.py

The same agent plays a game here and at each sandbox level, in turn; the cost of a move is the
difference per move of Pac-Man. Worker and grader never run at once, so everything is measured both
on one core, as when every core grades, and wherever the system puts them: on some machines, waking
an idle core takes longer than all the rest. The last line is the time that the system itself takes
to pass a message of this size to another process and back.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Agent, Game, Layout, Limits, State
from pacgrid.agent_loader import load_agent
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.limits import Limits as Bounds
from pacgrid.autograder.question import Search
from pacgrid.autograder.sandbox.level import Level, available
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials.game_trial import RemotePacman
from pacgrid.autograder.trials.search_trial import run
from pacgrid.autograder.worker_client import WorkerClient

WANDERER = """
from pacgrid import Agent

class Wanderer(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())
"""
SEARCHER = """
from pacgrid import Agent

class Minimax(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth

    def act(self, state):
        values = {a: self.value(state.successor(a), self.depth * state.num_agents - 1)
                  for a in state.legal_actions()}
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return state.score
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return min(values) if state.to_move else max(values)
"""
POSITION = State.initial(Layout.load("pocket"))


class Wanderer(Agent):
    def act(self, state: State):  # type: ignore
        return self.rng.choice(state.legal_actions())


def handed_in(text: str) -> Submission:
    return Submission("agent", (("agent.py", text.encode()),), "agent.py")


@contextmanager
def loaded(level: Level, text: str) -> Iterator[WorkerClient]:
    with handed_in(text).written() as main, WorkerClient(main, Bounds(), level) as client:
        client.load()
        yield client


def start(level: Level) -> float:
    """Seconds from nothing to a submission that is loaded."""
    with handed_in(WANDERER).written() as main:
        began = time.perf_counter()
        with WorkerClient(main, Bounds(), level) as client:
            client.load()
            return time.perf_counter() - began


def play(pacman: Agent, rounds: int) -> tuple[float, int]:
    """Seconds for games of that many moves of Pac-Man in all, and the moves."""
    layout, seed, moves, seconds = Layout.load("medium"), 0, 0, 0.0
    while moves < rounds:
        seed += 1
        ghosts = [load_agent("random_ghost") for _ in layout.ghosts]
        game = Game(layout, [pacman, *ghosts], seed=seed, limits=Limits(rounds=rounds - moves))
        began = time.perf_counter()
        while move := game.step():
            moves += len(game.moves) % game.state.num_agents == 1
            if isinstance(pacman, RemotePacman):
                pacman.observe(move.action)
        seconds += time.perf_counter() - began
        if isinstance(pacman, RemotePacman):
            pacman = RemotePacman(pacman._client, seed + 1)
    return seconds, moves


def move(level: Level, rounds: int) -> float:
    """Seconds that a move costs more in the sandbox than here."""
    here, moves = play(Wanderer(), rounds)
    with loaded(level, WANDERER) as client:
        client.build("Wanderer", {})
        there, there_moves = play(RemotePacman(client, 1), rounds)
    return there / there_moves - here / moves


def successor(level: Level) -> float:
    """Seconds that a successor costs more in a search of states that the grader holds."""
    test = Search(kind="search", search="minimax", depth=5, points=1, positions=[str(POSITION)])
    began = time.perf_counter()
    Minimax(depth=5, evaluation="score").act(POSITION)
    here = time.perf_counter() - began
    with loaded(level, SEARCHER) as client:
        began = time.perf_counter()
        nodes = run(test, client, "Minimax").nodes
        there = time.perf_counter() - began
    assert nodes
    return (there - here) / nodes


def echo(times: int) -> float:
    """Seconds in which a message goes to another process and comes back."""
    ours, theirs = socket.socketpair()
    code = "import socket, sys; s = socket.socket(fileno=int(sys.argv[1]))\n"
    code += "while d := s.recv(99): s.send(d)"
    other = subprocess.Popen(
        [sys.executable, "-S", "-c", code, str(theirs.fileno())], pass_fds=[theirs.fileno()]
    )
    with other, ours:
        theirs.close()
        ours.send(b"x" * 60)
        ours.recv(99)
        began = time.perf_counter()
        for _ in range(times):
            ours.send(b"x" * 60)
            ours.recv(99)
        return (time.perf_counter() - began) / times


@contextmanager
def on_one_core() -> Iterator[None]:
    """This process, and those that it starts."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def both(measure: Callable[[], float], rounds: int) -> list[str]:
    """Microseconds, free and on one core; medians."""
    free: list[float] = []
    pinned: list[float] = []
    for _ in range(rounds):
        free.append(measure())
        with on_one_core():
            pinned.append(measure())
    return [f"{median(figures) * 1e6:.0f}" for figures in (free, pinned)]


def main(
    rounds: Annotated[int, typer.Option(help="How often everything is measured.")] = 5,
    moves: Annotated[int, typer.Option(help="Moves of Pac-Man in each measurement.")] = 2000,
) -> None:
    """Measure and print the table: medians over the rounds."""
    table = Table(title="The sandbox", title_justify="left")
    table.add_column("level")
    for heading in (
        "worker\nstart, ms",
        "a move,\nus",
        "on one\ncore",
        "a successor,\nus",
        "on one\ncore",
    ):
        table.add_column(heading, justify="right")
    for level in available():
        starts = median(start(level) for _ in range(rounds))
        moved = both(partial(move, level, moves), rounds)
        searched = both(partial(successor, level), rounds)
        table.add_row(level, f"{starts * 1e3:.0f}", *moved, *searched)
    echoed = both(partial(echo, moves), rounds)
    table.add_row("a message there and back", "", *echoed, *echoed)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
