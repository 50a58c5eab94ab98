"""The two roles in a game."""

from enum import StrEnum


class Role(StrEnum):
    """What an entrant plays in a game. Pac-Man comes first, as in the game."""

    PACMAN = "pacman"
    GHOSTS = "ghosts"

    @property
    def label(self) -> str:
        """`Pac-Man` or `ghosts`."""
        return "Pac-Man" if self is Role.PACMAN else "ghosts"
