"""The speed of the rules in plain Python: successors, hashes, whole random games, traced searches.

    python benchmarks/engine.py

A successor is compared with the least it must do: construct an object with nine slots. A traced
successor is compared with an untraced one. Each round times everything in turn, and ratios are
medians of the ratios within a round, so drifting machine speed doesn't affect them.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, Limits, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.records.thought import Trace
from pacgrid.tree.recorder import record_search

SMALLEST, LARGEST = "pocket", "arcade"
Pairs = Sequence[tuple[State, Action]]


class NineSlots:
    """An object as large as a state, with nothing to compute."""

    __slots__ = tuple("abcdefghi")

    def __init__(self, a, b, c, d, e, f, g, h, i):  # type: ignore
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
        self.g = g
        self.h = h
        self.i = i


def loop(pairs: Pairs) -> None:
    for _state, _action in pairs:
        pass


def construct(pairs: Pairs) -> None:
    for _state, _action in pairs:
        NineSlots(1, 2, 3, 4, 5, 6, 7, 8, 9)


def succeed(pairs: Pairs) -> None:
    for state, action in pairs:
        state.successor(action)


def hash_all(pairs: Pairs) -> None:
    for state, _action in pairs:
        hash(state)


def random_pairs(layout: Layout, count: int, *, traced: bool = False) -> Pairs:
    """States of random games, each with the action played in it."""
    rng = Random(0)
    pairs: list[tuple[State, Action]] = []
    while len(pairs) < count:
        state = State.initial(layout)
        if traced:
            state = Trace(state).root
        while not state.is_terminal and len(pairs) < count:
            action = rng.choice(state.legal_actions())
            pairs.append((state, action))
            state = state.successor(action)
    return pairs


def random_games(layout: Layout, games: int) -> float:
    """Random games per second."""
    rng = Random(0)
    start = time.perf_counter()
    for _ in range(games):
        state = State.initial(layout)
        while not state.is_terminal:
            state = state.successor(rng.choice(state.legal_actions()))
    return games / (time.perf_counter() - start)


def watching(layout: Layout, rounds: int) -> float:
    """The factor by which keeping thoughts slows alpha-beta down."""

    def seconds(seed: int, *, thoughts: bool) -> float:
        agents = [AlphaBeta(depth=2), *(DirectionalGhost() for _ in layout.ghosts)]
        limits = Limits(rounds=rounds)
        record = play(layout, agents, seed=seed, limits=limits, thoughts=thoughts)
        return sum(move.seconds for move in record.moves[:: len(agents)])

    return median(seconds(seed, thoughts=True) / seconds(seed, thoughts=False) for seed in range(5))


def recording(layout: Layout) -> float:
    """The CPU time that it takes to record a search as a tree: microseconds for each node."""
    start = time.process_time()
    (tree,) = record_search(AlphaBeta(depth=4), State.initial(layout))
    return 1e6 * (time.process_time() - start) / len(tree.nodes)


@dataclass(frozen=True)
class Round:
    """Nanoseconds per state, all timed right after one another."""

    construction: float
    successor: float
    traced: float
    hash: float


def time_round(pairs: Pairs, traced: Pairs) -> Round:
    def nanoseconds(work: Callable[[Pairs], None], pairs: Pairs = pairs) -> float:
        start = time.perf_counter_ns()
        work(pairs)
        return (time.perf_counter_ns() - start) / len(pairs)

    succeed(pairs)  # warms the caches
    empty = nanoseconds(loop)
    return Round(
        construction=nanoseconds(construct) - empty,
        successor=nanoseconds(succeed) - empty,
        traced=nanoseconds(succeed, traced) - empty,
        hash=nanoseconds(hash_all) - empty,
    )


def main(
    rounds: Annotated[int, typer.Option(help="How often each is timed.")] = 300,
    states: Annotated[int, typer.Option(help="States of random games to time.")] = 1000,
    games: Annotated[int, typer.Option(help="Random games on each board.")] = 300,
) -> None:
    """Print the table."""
    names = (SMALLEST, "small", "medium", LARGEST)
    pairs = {name: random_pairs(Layout.load(name), states) for name in names}
    traced = {name: random_pairs(Layout.load(name), states, traced=True) for name in names}
    times = {name: list[Round]() for name in names}
    for _ in range(rounds):
        for name in names:
            times[name].append(time_round(pairs[name], traced[name]))
    table = Table(title="The rules in plain Python: medians, and ratios within a round")
    table.add_column("layout")
    for column in ("9-slot object", "successor", "ratio", "traced", "ratio"):
        table.add_column(column, justify="right")
    for column in ("states hashed/s", "random games/s"):
        table.add_column(column, justify="right")
    for name in names:
        table.add_row(
            name,
            f"{median(each.construction for each in times[name]):.0f} ns",
            f"{median(each.successor for each in times[name]):.0f} ns",
            f"{median(each.successor / each.construction for each in times[name]):.2f}",
            f"{median(each.traced for each in times[name]):.0f} ns",
            f"{median(each.traced / each.successor for each in times[name]):.2f}",
            f"{1e9 / median(each.hash for each in times[name]):,.0f}",
            f"{random_games(Layout.load(name), games):,.0f}",
        )
    rounds_of_both = zip(times[LARGEST], times[SMALLEST], strict=True)
    extra = median(large.successor / small.successor for large, small in rounds_of_both)
    longer = watching(Layout.load("medium"), games)
    recorded = recording(Layout.load("medium"))
    table.caption = (
        f"successor on {LARGEST} / successor on {SMALLEST}: {extra:.2f}\n"
        f"alpha_beta:depth=2 on medium, with thoughts / without: {longer:.2f}\n"
        f"alpha_beta:depth=4 on medium, recorded as a tree: {recorded:.0f} µs for each node"
    )
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
