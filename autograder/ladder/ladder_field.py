"""Who plays in a ladder, in which roles, and on which layouts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from .entrant import Entrant
from .pairing import Pairing, Role


@dataclass(frozen=True)
class LadderField:
    """The players of each role by name, in a fixed order, and the names of the layouts."""

    pacmen: tuple[str, ...]
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    anchors: frozenset[str] = frozenset()

    @classmethod
    def of(cls, entrants: Iterable[Entrant], layouts: Iterable[str]) -> Self:
        """The field of those `entrants` that can play."""
        listed = list(entrants)
        roles = [tuple(e.name for e in listed if role in e.players) for role in Role]
        anchors = frozenset(e.name for e in listed if e.is_anchor)
        return cls(roles[0], roles[1], tuple(layouts), anchors)

    def players(self, role: Role) -> tuple[str, ...]:
        """The names of those who play `role`."""
        return self.pacmen if role is Role.PACMAN else self.ghosts

    @cached_property
    def both(self) -> tuple[str, ...]:
        """The names of those who play both roles."""
        ghosts = set(self.ghosts)
        return tuple(name for name in self.pacmen if name in ghosts)

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Who plays whom, as Pac-Man and ghosts. Nobody plays against themselves."""
        return tuple((p, g) for p in self.pacmen for g in self.ghosts if p != g)

    @property
    def round_size(self) -> int:
        """The number of games if all pairs play once on each layout."""
        return len(self.pairs) * len(self.layouts)

    def round_robin(self, number: int) -> Iterator[Pairing]:
        """The game with that number of every pair on every layout."""
        for layout in self.layouts:
            for pacman, ghosts in self.pairs:
                yield Pairing(pacman, ghosts, layout, number)
