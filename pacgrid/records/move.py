"""A move of a recorded game."""

from dataclasses import dataclass
from typing import Any

from pacgrid.records.thought import Thought


@dataclass(frozen=True)
class Move:
    """One ply as it was played."""

    action: Any
    """Of Pac-Man's game, an `Action`."""
    seconds: float = 0
    """Wall-clock seconds the agent took; 0 for people and chance."""
    cpu_seconds: float = 0
    nodes: int | None = None
    """How many states the agent expanded, if it reports that."""
    thought: Thought | None = None
    """What it thought, if the game keeps thoughts."""
