"""The agent that searches a game if none is named, and how far."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pacgrid.search import CHANCE, is_general_sum
from pacgrid.state import State

SMALL = 3_000
"""A game with at most so many positions is looked at whole."""


def suitable_agent(state: Any) -> str:
    """Alpha-beta; expectiminimax in a game with chance; max^n in a general-sum game."""
    if isinstance(state, State):
        return "alpha_beta"
    if is_general_sum(state):
        return "max_n"
    found = (each.to_move == CHANCE for each, _ in islice(_below(state), SMALL))
    return "expectiminimax" if any(found) else "alpha_beta"


def height(state: Any) -> int | None:
    """How many plies there are below a state; None if the game isn't small."""
    plies = [ply for _, ply in islice(_below(state), SMALL + 1)]
    return max(plies) if len(plies) <= SMALL else None


def _below(state: Any) -> Iterator[tuple[Any, int]]:
    """A state and all below it, each with how many plies it is below."""
    waiting = [(state, 0)]
    while waiting:
        state, ply = waiting.pop()
        yield state, ply
        if not state.is_terminal:
            waiting += ((state.successor(action), ply + 1) for action in state.legal_actions())
