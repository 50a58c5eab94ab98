"""A snapshot of an environment with one game."""

from dataclasses import dataclass
from typing import Any

from pacgrid.state import State


@dataclass(frozen=True)
class Snapshot:
    """A moment of an environment, to return to. Can be pickled if the opponents can."""

    state: State
    rounds: int
    rng_state: dict[str, Any]
    """Of the environment's generator."""
    attributes: dict[str, Any]
    """The environment's other attributes, by name: agents, rewards, …"""
    level: int = 0
    """The number of the game's level."""
