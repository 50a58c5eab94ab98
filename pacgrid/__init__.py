"""Pacgrid: a Pac-Man-versus-ghosts grid world for adversarial search."""

from pacgrid.action import Action
from pacgrid.layout import Layout, LayoutError
from pacgrid.state import Ghost, IllegalMoveError, State

__all__ = ["Action", "Ghost", "IllegalMoveError", "Layout", "LayoutError", "State"]
