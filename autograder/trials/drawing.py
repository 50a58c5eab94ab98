"""Positions as students see them in messages."""

from dataclasses import replace

from pacgrid.common.failure import Failure
from pacgrid.state import State


def with_position(failure: Failure, state: State) -> Failure:
    """`failure`, which happened when the submission was asked about `state`; if it has no position
    yet, with this one."""
    if failure.position:
        return failure
    return replace(failure, position=f"in this position:\n{drawing(state)}")


def drawing(state: State) -> str:
    """`state`, in which Pac-Man is to move, as a student draws it: without the score."""
    lines = str(state).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("score", "to move: Pac-Man")))
