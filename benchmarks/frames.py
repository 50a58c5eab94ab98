"""The speed of painting boards: as arrays, and on the surface of a window.

    python benchmarks/frames.py

Both paint the same scenes of random games, four per round of the game, on one core. Each repetition
times both in turn; the table shows medians.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout, State
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sdl import pygame
from pacgrid.session.frame import Scene, Transition, scene

LAYOUTS = ("medium", "arcade")
ROUNDS_A_SECOND, FRAMES_A_ROUND = 15, 4
Painter = Callable[[Scene], object]


def random_scenes(layout: Layout, count: int) -> list[Scene]:
    """Scenes of random games, one after the other."""
    rng = Random(0)
    scenes: list[Scene] = []
    while len(scenes) < count:
        for transition in random_game(layout, rng):
            for frame in range(FRAMES_A_ROUND):
                clock = len(scenes) / FRAMES_A_ROUND / ROUNDS_A_SECOND
                scenes.append(scene(transition, frame / FRAMES_A_ROUND, clock=clock))
    return scenes[:count]


def random_game(layout: Layout, rng: Random) -> Iterator[Transition]:
    """The rounds of a random game."""
    state = State.initial(layout)
    transition = Transition.standing(state)
    while not state.is_terminal:
        state = state.successor(rng.choice(state.legal_actions()))
        if not state.to_move or state.is_terminal:
            transition = transition.then(state)
            yield transition


def painters(layout: Layout, cell: int) -> tuple[Painter, Painter]:
    """The painters to compare, in the order of the table's columns."""
    maze = State.initial(layout).maze
    board = BoardPainter(maze, cell, depth=32)
    surface = pygame.Surface(board.size)

    def window(picture: Scene) -> None:
        board.paint_on(surface, picture)

    return BoardPainter(maze, cell).paint, window


def frames_a_second(paint: Painter, scenes: list[Scene]) -> float:
    start = time.perf_counter()
    for each in scenes:
        paint(each)
    return len(scenes) / (time.perf_counter() - start)


def main(
    rounds: Annotated[int, typer.Option(help="How often each is timed.")] = 7,
    frames: Annotated[int, typer.Option(help="Frames of random games to paint.")] = 3000,
    cell: Annotated[int, typer.Option(help="Pixels per cell.")] = 24,
) -> None:
    """Print the table."""
    table = Table(title=f"Frames per second, with cells of {cell} pixels")
    table.add_column("layout")
    for column in ("pixels", "arrays", "window"):
        table.add_column(column, justify="right")
    for name in LAYOUTS:
        layout = Layout.load(name)
        scenes = random_scenes(layout, frames)
        compared = painters(layout, cell)
        for paint in compared:  # figures are drawn once
            frames_a_second(paint, scenes)
        times = [[frames_a_second(paint, scenes) for paint in compared] for _ in range(rounds)]
        rates = (median(column) for column in zip(*times, strict=True))
        size = f"{layout.width * cell} x {layout.height * cell}"
        table.add_row(name, size, *(f"{rate:,.0f}" for rate in rates))
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
