"""Nim: take any number of objects from one heap; whoever takes the last one wins. C. L. Bouton,
"Nim, a game with a complete mathematical theory", *Annals of Mathematics*, 1901."""

import re
from dataclasses import dataclass
from typing import Self

from pacgrid.errors import GameError
from pacgrid.games.game_setup import DrawnBoard

MOST_HEAPS, LARGEST_HEAP = 9, 20


@dataclass(frozen=True, slots=True)
class Nim(DrawnBoard):
    """A position of Nim. The first player is MAX; a win scores 1, a loss -1.

    The player to move wins unless the exclusive or of the heaps is 0.

    >>> print(Nim((1, 2, 3)).successor((2, 2)))
    1: |
    2: ||
    3: |
    """

    heaps: tuple[int, ...]
    to_move: int = 0
    misere: bool = False
    """Whether the player who takes the last object loses."""

    num_agents = 2
    players = ("player 1", "player 2")

    @classmethod
    def initial(cls, heaps: str = "3-4-5", misere: bool = False) -> Self:
        """Heaps of these sizes. Raises GameError."""
        if not re.fullmatch(r"\d{1,2}(-\d{1,2})*", str(heaps)):
            raise GameError(f"heaps must be sizes such as 3-4-5, not {heaps!r:.40}")
        sizes = tuple(map(int, str(heaps).split("-")))
        if len(sizes) > MOST_HEAPS or not 1 <= max(sizes) <= LARGEST_HEAP or min(sizes) < 1:
            most = f"at most {MOST_HEAPS} heaps of 1 to {LARGEST_HEAP}"
            raise GameError(f"heaps: {heaps} is out of bounds; give {most}")
        if not isinstance(misere, bool):
            raise GameError(f"misere must be True or False, not {misere!r:.40}")
        return cls(sizes, misere=misere)

    @property
    def is_terminal(self) -> bool:
        return not any(self.heaps)

    @property
    def score(self) -> float:
        """1 if the first player has won, -1 if the second has, else 0."""
        if any(self.heaps):
            return 0
        first_took_last = self.to_move == 1
        return 1 if first_took_last != self.misere else -1

    def legal_actions(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a heap, numbered from 0, and how many to take from it."""
        return tuple(
            (heap, count) for heap, size in enumerate(self.heaps) for count in range(1, size + 1)
        )

    def successor(self, action: tuple[int, int]) -> Self:
        taken_from, count = action
        heaps = tuple(
            size - count if heap == taken_from else size for heap, size in enumerate(self.heaps)
        )
        return type(self)(heaps, 1 - self.to_move, self.misere)

    def evaluate(self) -> float:
        """0: nothing is known before the end."""
        return 0

    def canonical(self) -> Self:
        """The position with its heaps in order: which one is which doesn't matter."""
        return type(self)(tuple(sorted(self.heaps)), self.to_move, self.misere)

    def action_name(self, action: tuple[int, int]) -> str:
        heap, count = action
        return f"{count} from heap {heap + 1}"

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """A row for each heap."""
        width = max(*self.heaps, 1)
        return tuple(("•",) * size + (" ",) * (width - size) for size in self.heaps)

    def cell(self, action: tuple[int, int]) -> tuple[int, int]:
        """The leftmost object that is taken; the others are to the right of it."""
        heap, count = action
        return self.heaps[heap] - count, heap

    def __str__(self) -> str:
        return "\n".join(
            f"{heap}: {'|' * size}".rstrip() for heap, size in enumerate(self.heaps, start=1)
        )
