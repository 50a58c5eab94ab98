"""What the wall between grader and submission costs: per move, per successor, and per worker.

    python benchmarks/wall.py

A game is played by the same agent here and behind each wall, in turn; the cost of a move is the
difference for each move of Pac-Man. Worker and grader never run at once, so the table has all on one
core, as it is when every core grades, and free to go where the system puts them: to wake up an idle
core takes longer than all the rest on some machines.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Agent, Game, Layout, Limits, State
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.games import RemotePacman
from pacgrid.autograder.limits import Limits as Bounds
from pacgrid.autograder.question import Search
from pacgrid.autograder.remote import Remote
from pacgrid.autograder.sandbox.level import Level, available
from pacgrid.autograder.search import try_search
from pacgrid.autograder.submission import Submission
from pacgrid.loading import load_agent

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
def behind(level: Level, text: str) -> Iterator[Remote]:
    with handed_in(text).written() as main, Remote(main, Bounds(), level) as remote:
        remote.load()
        yield remote


def start(level: Level) -> float:
    """Seconds from nothing to a submission that is loaded."""
    with handed_in(WANDERER).written() as main:
        began = time.perf_counter()
        with Remote(main, Bounds(), level) as remote:
            remote.load()
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
                pacman.saw(move.action)
        seconds += time.perf_counter() - began
        if isinstance(pacman, RemotePacman):
            pacman = RemotePacman(pacman._remote, seed + 1)
    return seconds, moves


def move(level: Level, rounds: int) -> float:
    """Seconds that a move costs more behind the wall than here."""
    here, moves = play(Wanderer(), rounds)
    with behind(level, WANDERER) as remote:
        remote.build("Wanderer", {})
        there, there_moves = play(RemotePacman(remote, 1), rounds)
    return there / there_moves - here / moves


def successor(level: Level) -> float:
    """Seconds that a successor costs more in a search of states that the grader holds."""
    test = Search(kind="search", search="minimax", depth=5, points=1, positions=[str(POSITION)])
    began = time.perf_counter()
    Minimax(depth=5, evaluation="score").act(POSITION)
    here = time.perf_counter() - began
    with behind(level, SEARCHER) as remote:
        began = time.perf_counter()
        nodes = try_search(test, remote, "Minimax").nodes
        there = time.perf_counter() - began
    assert nodes
    return (there - here) / nodes


@contextmanager
def on_one_core() -> Iterator[None]:
    """This process, and those that it starts."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def main(
    rounds: Annotated[int, typer.Option(help="How often everything is measured.")] = 5,
    moves: Annotated[int, typer.Option(help="Moves of Pac-Man in each measurement.")] = 2000,
) -> None:
    """Measure and print the table: medians over the rounds."""
    table = Table(title="The wall", title_justify="left")
    table.add_column("level")
    for heading in (
        "worker start, ms",
        "a move, us",
        "on one core",
        "a successor, us",
        "on one core",
    ):
        table.add_column(heading, justify="right")
    for level in available():
        free: list[tuple[float, float, float]] = []
        pinned: list[tuple[float, float, float]] = []
        for _ in range(rounds):
            free.append((start(level), move(level, moves), successor(level)))
            with on_one_core() if hasattr(os, "sched_setaffinity") else suppress():
                pinned.append((start(level), move(level, moves), successor(level)))
        starts, moved, searched = (median(column) for column in zip(*free, strict=True))
        _, moved_one, searched_one = (median(column) for column in zip(*pinned, strict=True))
        cells = [starts * 1e3, moved * 1e6, moved_one * 1e6, searched * 1e6, searched_one * 1e6]
        table.add_row(level, *(f"{cell:.0f}" for cell in cells))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
