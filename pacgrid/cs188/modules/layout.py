"""Boards as text."""

import os
import random

from pacgrid.cs188.board import DrawnLayout as Layout
from pacgrid.cs188.grid import Grid
from pacgrid.cs188.modules.util import manhattanDistance
from pacgrid.layout import Layout as Board
from pacgrid.layout import LayoutError


def getLayout(name: str, back: int = 2) -> Layout | None:
    """The shipped layout `name`; None if there is none."""
    return tryToLoad(name.removesuffix(".lay"))


def tryToLoad(fullname: str) -> Layout | None:
    """The layout in a file, or a shipped one; None if it can't be loaded."""
    try:
        return Layout(str(Board.load(fullname)).splitlines())
    except (LayoutError, OSError):
        return None
