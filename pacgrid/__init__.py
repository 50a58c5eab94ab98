"""Pacgrid: a Pac-Man-versus-ghosts grid world for adversarial search."""

from typing import TYPE_CHECKING

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, Report
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze import Maze
from pacgrid.notebook import markup
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

if TYPE_CHECKING:
    from pacgrid.game import Game, Limits, play
    from pacgrid.records.record import Record
    from pacgrid.render.pictures.svg import Arrow, svg

    __version__: str
else:

    def __getattr__(name: str) -> object:
        # Not every program plays or draws, and workers start often.
        if name in ("Game", "Limits", "play"):
            from pacgrid import game as module
        elif name == "Record":
            from pacgrid.records import record as module
        elif name in ("Arrow", "svg"):
            from pacgrid.render.pictures import svg as module
        elif name == "__version__":
            from importlib.metadata import version  # slower than all the other imports here

            return version("pacgrid")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(module, name)
        return value


@markup.register(object)
def _first_markup(value: object) -> str | None:
    from pacgrid.render.notebook import register_markup

    register_markup()
    return markup(value)
