"""One moment of a game as a PNG, without a window: `python -m pacgrid.render.window.picture`."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.agent_loader import load_agent
from pacgrid.layout import Layout
from pacgrid.render.window.arrangement import Size
from pacgrid.render.window.desk import Desk
from pacgrid.render.window.sdl import pygame
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK, THEMES, Theme, ThemeName

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
    ahead: Annotated[int, typer.Option(help="Rounds that the timeline shows after that.")] = 0,
    width: Annotated[int, typer.Option(help="Pixels.")] = 1280,
    height: Annotated[int, typer.Option(help="Pixels.")] = 720,
    theme: Annotated[ThemeName, typer.Option(help="The colours.")] = ThemeName.DARK,
    overlay: Annotated[list[Overlay] | None, typer.Option(help="The overlays to show.")] = None,
) -> None:
    """Draw one moment of a game, as a window shows it."""
    place = Layout.load(layout)
    agents = [load_agent(pacman), *(load_agent(ghosts) for _ in place.ghosts)]
    show = LiveGame(place, agents, seed=seed)
    size = width, height
    surface = moment(show, rounds, size, THEMES[theme], overlay or (), ahead)
    pygame.image.save(surface, out)


def moment(
    show: LiveGame,
    rounds: float,
    size: Size,
    theme: Theme = DARK,
    overlays: Collection[Overlay] = (),
    ahead: int = 0,
) -> pygame.Surface:
    """The window when `rounds` rounds have been played, or when the game has ended before.

    Args:
        ahead: how many more rounds have been played, and are on the time line.
    """
    seats = len(show.agents)
    first = len(show.states) - 1
    while len(show.states) <= first + (int(rounds) + 1 + ahead) * seats and not show.over:
        show.next_ply()
    # What an agent took differs from time to time, and pictures don't.
    moves = tuple(replace(move, seconds=0, cpu_seconds=0) for move in show.record.moves)
    player = Player(ReplayedGame(replace(show.record, moves=moves)), speed=SPEED, patience=None)
    player.overlays = set(overlays)
    player.go_to(first + int(rounds) * seats)
    player.paused = False
    player.advance((rounds - int(rounds)) / SPEED)
    surface = pygame.Surface(size)
    Desk(theme).paint(surface, player)
    player.leave()
    show.quit()
    return surface


if __name__ == "__main__":
    typer.run(picture)
