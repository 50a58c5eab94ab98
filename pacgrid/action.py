"""The five actions."""

from enum import IntEnum


class Action(IntEnum):
    """A move to a neighbouring cell, or no move.

    Actions are numbered clockwise, and lists of actions are always in this order.

    >>> Action.NORTH.vector, Action.NORTH.reverse
    ((0, 1), <Action.SOUTH: 2>)
    >>> str(Action.WEST)
    'west'
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3
    STOP = 4

    @property
    def vector(self) -> tuple[int, int]:
        """The step `(dx, dy)`, with x to the right and y upwards."""
        return _VECTORS[self]

    @property
    def reverse(self) -> "Action":
        """The action that undoes this one; STOP is its own reverse."""
        return _REVERSES[self]

    def __str__(self) -> str:
        return self.name.lower()


MOVES = (Action.NORTH, Action.EAST, Action.SOUTH, Action.WEST)
"""The four actions that lead to another cell."""

_VECTORS = ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 0))
_REVERSES = (Action.SOUTH, Action.WEST, Action.NORTH, Action.EAST, Action.STOP)
_LETTERS = ("N", "E", "S", "W", "-")


def letter_of(action: Action) -> str:
    """How records write an action.

    >>> letter_of(Action.WEST), action_of("-")
    ('W', <Action.STOP: 4>)
    """
    return _LETTERS[action]


def action_of(letter: object) -> Action:
    """The action of a letter. Raises ValueError for anything else."""
    if letter not in _LETTERS:
        raise ValueError(f"unknown action {letter!r}; use {', '.join(_LETTERS)}")
    return Action(_LETTERS.index(letter))


def name_fix(value: object) -> str:
    """`write Action.NORTH, not its name`, if `value` is the name of an action; else ""."""
    is_name = isinstance(value, str) and value.upper() in Action.__members__
    return f"write Action.{str(value).upper()}, not its name" if is_name else ""
