"""One moment of a game as a PNG, without opening a window: `python -m pacgrid.view.picture`."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.layout import Layout
from pacgrid.loading import load_agent
from pacgrid.view.backstage import Backstage
from pacgrid.view.frame import FramePainter, frame_size
from pacgrid.view.projector import Projector
from pacgrid.view.sdl import pygame
from pacgrid.view.show import LiveShow
from pacgrid.view.window import caption_of

SPEED = 6
"""Rounds a second, as in a window."""


def picture(
    out: Annotated[Path, typer.Argument(help="The PNG to write.")],
    *,
    layout: Annotated[str, typer.Option(help="A layout's name or file.")] = "medium",
    pacman: Annotated[str, typer.Option(help="Pac-Man's agent.")] = "reflex",
    ghosts: Annotated[str, typer.Option(help="The agent of all ghosts.")] = "directional_ghost",
    seed: Annotated[int, typer.Option(help="The game's seed.")] = 0,
    rounds: Annotated[float, typer.Option(help="When: 12.5 is half way through round 13.")] = 0,
    cell: Annotated[int, typer.Option(help="Pixels for a cell.")] = 40,
) -> None:
    """Draw one moment of a game."""
    place = Layout.load(layout)
    agents = [load_agent(pacman), *(load_agent(ghosts) for _ in place.ghosts)]
    surface = moment(LiveShow(place, agents, seed=seed), rounds, cell)
    pygame.image.save(surface, out)


def moment(show: LiveShow, rounds: float, cell: int) -> pygame.Surface:
    """The frame when `rounds` rounds have been played, or when the game has ended before."""
    backstage = Backstage(show)
    projector = Projector(backstage, SPEED, patience=None)
    while not projector.over:
        left = rounds - (projector.rounds - 1 + projector.fraction)
        if left < 1e-6:
            break
        projector.advance(min(left, 1) / SPEED)
    backstage.leave()
    surface = pygame.Surface(frame_size(show.state.maze, cell))
    FramePainter().paint(surface, projector.scene(), caption_of(projector))
    return surface


if __name__ == "__main__":
    typer.run(picture)
