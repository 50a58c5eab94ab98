"""What a person wants when a game is over, or when they leave it."""

from enum import Enum, auto


class Wish(Enum):
    """What comes next."""

    NEXT = auto()
    """The next game, if there is one."""
    AGAIN = auto()
    """One more game."""
    QUIT = auto()
