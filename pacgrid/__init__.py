"""Pacgrid: a Pac-Man-versus-ghosts grid world for adversarial search."""

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, Report
from pacgrid.game import Game, Limits, play
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.state import Ghost, IllegalMoveError, State

__all__ = [
    "Action",
    "Agent",
    "ChanceAgent",
    "Game",
    "Ghost",
    "IllegalMoveError",
    "Layout",
    "LayoutError",
    "Limits",
    "Maze",
    "Record",
    "Report",
    "State",
    "play",
]
