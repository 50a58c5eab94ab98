"""What a person wants when a game is over, or when they leave it."""

from dataclasses import dataclass
from enum import Enum, auto

from pacgrid.view.show import Show


class Wish(Enum):
    """What comes next."""

    NEXT = auto()
    """The next game, if there is one."""
    AGAIN = auto()
    """One more game."""
    QUIT = auto()


@dataclass(frozen=True)
class Watched:
    """How watching ended."""

    wish: Wish
    shows: tuple[Show, ...]
    """What was on at the end: other games than at first if the person took over."""
