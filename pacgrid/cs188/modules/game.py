"""Directions, grids, agents and their positions."""

import os
import sys
import time
import traceback
from typing import Any

from pacgrid.cs188.agent_state import AgentState, Configuration
from pacgrid.cs188.directions import Actions, Directions
from pacgrid.cs188.game_state_data import GameStateData
from pacgrid.cs188.grid import Grid, reconstituteGrid
from pacgrid.cs188.modules.util import *
from pacgrid.cs188.modules.util import raiseNotDefined
from pacgrid.cs188.unusable import unusable

Game = unusable("Game")


class Agent:
    """Plays Pac-Man, whose `index` is 0, or a ghost."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Any:
        """One of `state.getLegalActions(self.index)`."""
        raiseNotDefined()
