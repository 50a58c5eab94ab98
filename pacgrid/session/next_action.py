"""What comes after a session."""

from enum import Enum, auto


class NextAction(Enum):
    """What comes next."""

    NEXT_GAME = auto()
    """The next game, if there is one."""
    PLAY_AGAIN = auto()
    """One more game of the same kind."""
    QUIT = auto()
