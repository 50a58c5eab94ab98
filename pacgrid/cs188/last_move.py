"""What the last move changed, as far as course files read it."""

from pacgrid.layout import Position
from pacgrid.state import State


def agent_moved(before: State) -> int:
    return before.to_move


def food_eaten(before: State, after: State) -> Position | None:
    """Where Pac-Man ate food."""
    return next(iter(before.food - after.food), None)


def capsule_eaten(before: State, after: State) -> Position | None:
    """Where Pac-Man ate a capsule."""
    return next(iter(before.capsules - after.capsules), None)


def agents_eaten(before: State, after: State) -> list[bool]:
    """By agent: whether it is a scared ghost that Pac-Man met."""
    mover = before.to_move
    met = [
        now.scared == 0 and then.scared > 1 and mover in (0, index)
        for index, (then, now) in enumerate(zip(before.ghosts, after.ghosts, strict=True), 1)
    ]
    return [False, *met]
