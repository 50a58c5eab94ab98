"""One moment of a game as a PNG, without a window: `python -m pacgrid.render.window.picture`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.agent_loader import load_agent
from pacgrid.layout import Layout
from pacgrid.render.sdl import pygame
from pacgrid.render.window.painter import Painter
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.overlays import Overlay
from pacgrid.session.session import Session
from pacgrid.session.settings import Settings
from pacgrid.session.themes import THEMES, ThemeName


def picture(
    out: Annotated[Path, typer.Argument(help="The PNG to write.")],
    *,
    layout: Annotated[str, typer.Option(help="A layout's name or file.")] = "medium",
    pacman: Annotated[str, typer.Option(help="Pac-Man's agent.")] = "reflex",
    ghosts: Annotated[str, typer.Option(help="The agent of all ghosts.")] = "directional_ghost",
    seed: Annotated[int, typer.Option(help="The game's seed.")] = 0,
    rounds: Annotated[int, typer.Option(help="After how many rounds.")] = 0,
    ahead: Annotated[int, typer.Option(help="Rounds that the timeline shows after that.")] = 0,
    width: Annotated[int, typer.Option(help="Pixels.")] = 1280,
    height: Annotated[int, typer.Option(help="Pixels.")] = 720,
    theme: Annotated[ThemeName, typer.Option(help="The colours.")] = ThemeName.DARK,
    overlay: Annotated[list[Overlay] | None, typer.Option(help="The overlays to show.")] = None,
) -> None:
    """Draw one moment of a game, as a window shows it."""
    board = Layout.load(layout)
    agents = [load_agent(pacman), *(load_agent(ghosts) for _ in board.ghosts)]
    game = LiveGame(board, agents, seed=seed)
    settings = Settings(theme=THEMES[theme], overlays=set(overlay or ()))
    surface = moment(game, rounds, (width, height), settings, ahead)
    pygame.image.save(surface, out)


def moment(
    game: LiveGame, rounds: int, size: tuple[int, int], settings: Settings, ahead: int = 0
) -> pygame.Surface:
    """The window after `rounds` rounds, or at the end of the game; `ahead` more are known."""
    agents = len(game.agents)
    while len(game.states) <= (rounds + ahead) * agents and not game.over:
        game.next_ply()
    # What a move cost differs from time to time, and pictures don't.
    moves = tuple(replace(move, seconds=0, cpu_seconds=0) for move in game.record.moves)
    session = Session(ReplayedGame(replace(game.record, moves=moves)), settings=settings)
    session.seek(rounds * agents)
    surface = pygame.Surface(size)
    Painter().paint(surface, session.frame())
    session.close()
    game.quit()
    return surface


if __name__ == "__main__":
    typer.run(picture)
