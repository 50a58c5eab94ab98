"""Pacgrid: a Pac-Man-versus-ghosts grid world for adversarial search."""

from typing import TYPE_CHECKING

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, Report
from pacgrid.errors import PacgridError
from pacgrid.game import Game, Limits, play
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.render.notebook import register_markup
from pacgrid.state import Ghost, IllegalMoveError, State

__all__ = [
    "Action",
    "Agent",
    "Arrow",
    "ChanceAgent",
    "Game",
    "Ghost",
    "IllegalMoveError",
    "Layout",
    "LayoutError",
    "Limits",
    "Maze",
    "PacgridError",
    "Record",
    "Report",
    "State",
    "play",
    "svg",
]

register_markup()

if TYPE_CHECKING:
    from pacgrid.render.pictures.svg import Arrow, svg

    __version__: str
else:

    def __getattr__(name: str) -> object:
        if name in ("Arrow", "svg"):  # what draws is loaded when something is drawn
            from pacgrid.render.pictures import svg as module

            return getattr(module, name)
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version  # slower than all the other imports here

        return version("pacgrid")
