"""Which game is played: by whom, where, and which of several."""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from pacgrid.layout import Layout


class Role(StrEnum):
    """What an entrant plays in a game. Pac-Man comes first, as in the game."""

    PACMAN = "pacman"
    GHOSTS = "ghosts"

    @property
    def label(self) -> str:
        """`Pac-Man` or `ghosts`."""
        return "Pac-Man" if self is Role.PACMAN else "ghosts"


class Pairing(NamedTuple):
    """A game of a ladder. Pairings have an order, so that nothing depends on when a game ends."""

    pacman: str
    """The name of who plays Pac-Man."""
    ghosts: str
    """The name of who plays all ghosts."""
    layout: str
    number: int
    """Counts the games of these two on this layout, from 0. Games of the same layout and number
    have the same seeds, whoever plays."""

    def player(self, role: Role) -> str:
        """The name of who has that role."""
        return self.pacman if role is Role.PACMAN else self.ghosts


class GameSeeds(NamedTuple):
    """What the random numbers of a game depend on."""

    pacman: int
    ghosts: int

    @classmethod
    def of(cls, seed: int, layout: Layout, number: int) -> "GameSeeds":
        """The seeds of game `number` on `layout`, in a ladder with that `seed`.

        Who knows one of the seeds can find neither the other one nor that of the ladder, unless the
        ladder's can be guessed.
        """
        return cls(*(_seed(role, seed, layout, number) for role in Role))


def _seed(*parts: object) -> int:
    """A number of 48 bits, which JSON keeps."""
    return int.from_bytes(sha256("\0".join(map(str, parts)).encode()).digest()[:6])


Pairings = Sequence[Pairing]
