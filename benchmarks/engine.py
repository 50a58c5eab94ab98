"""How fast the rules are: successors, hashes and whole random games in plain Python.

    python benchmarks/engine.py

A successor is measured against what it can't do without: the construction of an object with nine
slots. In a round everything is timed in turn, and ratios are medians of the ratios within a round,
so that they hold on a machine whose speed drifts.
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

from pacgrid import Action, Layout, State

SMALLEST, LARGEST = "pocket", "arcade"
Pairs = Sequence[tuple[State, Action]]


class NineSlots:
    """An object like a state, with nothing to work out."""

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


def random_pairs(layout: Layout, count: int) -> Pairs:
    """States of random games with the action played in each."""
    rng = Random(0)
    pairs: list[tuple[State, Action]] = []
    while len(pairs) < count:
        state = State.initial(layout)
        while not state.is_terminal and len(pairs) < count:
            action = rng.choice(state.legal_actions())
            pairs.append((state, action))
            state = state.successor(action)
    return pairs


def random_games(layout: Layout, games: int) -> float:
    """Random games a second."""
    rng = Random(0)
    start = time.perf_counter()
    for _ in range(games):
        state = State.initial(layout)
        while not state.is_terminal:
            state = state.successor(rng.choice(state.legal_actions()))
    return games / (time.perf_counter() - start)


@dataclass(frozen=True)
class Round:
    """Nanoseconds a state, all timed right after one another."""

    construction: float
    successor: float
    hash: float


def time_round(pairs: Pairs) -> Round:
    def nanoseconds(work: Callable[[Pairs], None]) -> float:
        start = time.perf_counter_ns()
        work(pairs)
        return (time.perf_counter_ns() - start) / len(pairs)

    succeed(pairs)  # so that no board has to be fetched from far away
    empty = nanoseconds(loop)
    return Round(*(nanoseconds(work) - empty for work in (construct, succeed, hash_all)))


def main(
    rounds: Annotated[int, typer.Option(help="How often each is timed.")] = 300,
    states: Annotated[int, typer.Option(help="States of random games it is timed on.")] = 1000,
    games: Annotated[int, typer.Option(help="Random games played on each board.")] = 300,
) -> None:
    """Print the table."""
    names = (SMALLEST, "small", "medium", LARGEST)
    pairs = {name: random_pairs(Layout.load(name), states) for name in names}
    times = {name: list[Round]() for name in names}
    for _ in range(rounds):
        for name in names:
            times[name].append(time_round(pairs[name]))
    table = Table(title="The rules in plain Python: medians, and ratios within a round")
    table.add_column("layout")
    for column in ("9-slot object", "successor", "ratio", "states hashed/s", "random games/s"):
        table.add_column(column, justify="right")
    for name in names:
        table.add_row(
            name,
            f"{median(each.construction for each in times[name]):.0f} ns",
            f"{median(each.successor for each in times[name]):.0f} ns",
            f"{median(each.successor / each.construction for each in times[name]):.2f}",
            f"{1e9 / median(each.hash for each in times[name]):,.0f}",
            f"{random_games(Layout.load(name), games):,.0f}",
        )
    rounds_of_both = zip(times[LARGEST], times[SMALLEST], strict=True)
    extra = median(large.successor / small.successor for large, small in rounds_of_both)
    table.caption = f"successor on {LARGEST} / successor on {SMALLEST}: {extra:.2f}"
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
