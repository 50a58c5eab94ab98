"""The searches that tests ask for."""

from typing import Literal

SearchName = Literal["minimax", "alpha_beta", "expectimax"]

Pruning = Literal["strict", "either"]
"""Whether alpha-beta must go on where a value equals a bound, or may prune."""

MOST_NODES = 5_000
"""Successors for each move of a search that is observed."""
