"""The time the window takes to paint itself: board, panel and time line, with and without overlays.

    python benchmarks/window.py

It paints on a surface without a screen while a recorded game plays. At 60 frames per second there
are 16.7 ms for each.
"""

import time
from collections.abc import Collection
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.render.sdl import pygame
from pacgrid.render.window import Painter
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import LiveGame
from pacgrid.session.session import Settings

LAYOUTS = ("medium", "arcade")
OVERLAYS: dict[str, Collection[Overlay]] = {
    "none": (),
    "what the agent thinks": (
        Overlay.VALUES,
        Overlay.PRINCIPAL_VARIATION,
        Overlay.EXPANDED,
        Overlay.FEATURES,
    ),
    "all": tuple(Overlay),
}
SPEED = 12
"""Rounds per second."""


def played(name: str) -> LiveGame:
    layout = Layout.load(name)
    ghosts = [load_agent("directional_ghost") for _ in layout.ghosts]
    game = LiveGame(layout, [load_agent("alpha_beta"), *ghosts], seed=3)
    while not game.over:
        game.next_ply()
    return game


def milliseconds(
    game: LiveGame, overlays: Collection[Overlay], size: tuple[int, int], frames: int
) -> list[float]:
    """How long each of the first frames took."""
    surface, painter = pygame.Surface(size), Painter()
    session = GameSession(game, settings=Settings(SPEED, overlays=set(overlays)))
    taken = []
    for _ in range(frames):
        start = time.perf_counter()
        session.advance(1 / 60)
        painter.paint(surface, session.frame())
        taken.append(1000 * (time.perf_counter() - start))
    session.close()
    return taken[1:]  # the first one draws the board


def main(
    frames: Annotated[int, typer.Option(min=3, help="Frames to paint.")] = 600,
    width: Annotated[int, typer.Option(help="Pixels.")] = 1920,
    height: Annotated[int, typer.Option(help="Pixels.")] = 1080,
) -> None:
    """Print the table."""
    table = Table(title=f"Milliseconds for a frame of {width} x {height} pixels")
    for column in ("layout", "overlays"):
        table.add_column(column)
    for column in ("median", "95 % are under"):
        table.add_column(column, justify="right")
    for name in LAYOUTS:
        game = played(name)
        for label, overlays in OVERLAYS.items():
            taken = milliseconds(game, overlays, (width, height), frames)
            middle, most = np.percentile(taken, (50, 95))
            table.add_row(name, label, f"{middle:.1f}", f"{most:.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
