"""What follows a session."""

from enum import Enum, auto


class NextAction(Enum):
    """What a person wants after a session."""

    NEXT_GAME = auto()
    """The next game or the menu, if there is one."""
    PLAY_AGAIN = auto()
    """One more game of the same kind."""
    QUIT = auto()
