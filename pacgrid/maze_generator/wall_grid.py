"""The walls of a maze in the making."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

Cell = int
"""`row * width + column`, row 0 at the top, as printed."""

FAR = 1 << 30
"""More steps than any way has."""


class WallGrid:
    """Cells that are open or walls. What is dug or filled is done to its image in the other half,
    too, so that the right mirrors the left at all times. The border stays closed."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.is_open = bytearray(width * height)
        self.steps = (-width, 1, width, -1)
        self._images = [c + width - 1 - 2 * (c % width) for c in range(width * height)]

    def cell(self, x: int, y: int) -> Cell:
        """The cell in column `x` and row `y`, from the top left."""
        return y * self.width + x

    def position(self, cell: Cell) -> tuple[int, int]:
        """The column and the row."""
        return cell % self.width, cell // self.width

    def image(self, cell: Cell) -> Cell:
        """The cell where it is seen in a mirror."""
        return self._images[cell]

    def orbit(self, cell: Cell) -> tuple[Cell, ...]:
        """The cell and its image, sorted; once if they are the same."""
        image = self._images[cell]
        return (cell,) if image == cell else (cell, image) if cell < image else (image, cell)

    def images(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells and their images, sorted."""
        images = self._images
        return tuple(sorted({each for cell in cells for each in (cell, images[cell])}))

    def dig(self, *cells: Cell) -> None:
        is_open, images = self.is_open, self._images
        for cell in cells:
            is_open[cell] = is_open[images[cell]] = 1

    def open_cells(self) -> list[Cell]:
        return [cell for cell, is_open in enumerate(self.is_open) if is_open]

    def distances(self, start: Cell) -> list[int]:
        """The steps from `start` to each open cell, `FAR` if there is no way; -1 for walls."""
        found = [FAR if is_open else -1 for is_open in self.is_open]
        self.lower(found, start)
        return found

    def lower(self, gaps: list[int], start: Cell) -> None:
        """Lower `gaps`, by cell, to the steps from `start` where these are fewer."""
        gaps[start] = 0
        ring = [start]
        steps = self.steps
        for cell in ring:
            farther = gaps[cell] + 1
            for step in steps:
                near = cell + step
                if gaps[near] > farther:
                    gaps[near] = farther
                    ring.append(near)

    def makes_square(self, cell: Cell) -> bool:
        """Whether four open cells would be a square, with this one."""
        is_open, width = self.is_open, self.width
        return any(
            is_open[cell + dx] and is_open[cell + dy] and is_open[cell + dx + dy]
            for dx in (-1, 1)
            for dy in (-width, width)
        )


T = TypeVar("T")


class SeededChoices:
    """Choices that follow from a text.

    Only `random.Random.random` is used: Python guarantees that its sequence stays the same, and
    for no other method (see "Notes on Reproducibility" in the library reference).

    >>> rng = SeededChoices("seed 7")
    >>> rng.below(6), rng.below(6), SeededChoices("seed 7").below(6)
    (0, 2, 0)
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _random(self) -> Callable[[], float]:
        return random.Random(self._text).random  # seeding takes long, and most are only forked

    def fork(self, name: str) -> "SeededChoices":
        """Other choices, which don't depend on what was drawn from these."""
        return SeededChoices(f"{self._text} {name}")

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self._random() * end)

    def between(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`."""
        return first + self.below(last - first + 1)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed, share = list(items), self._random
        for end in range(len(mixed) - 1, 0, -1):
            other = int(share() * (end + 1))  # as `below` does, without calling it
            mixed[end], mixed[other] = mixed[other], mixed[end]
        return mixed


Passage = tuple[Cell, ...]
"""Walls that may be opened together: they join what is on both sides, and at their image."""


@dataclass
class Sketch:
    """The walls of a maze, and what may still be done with them."""

    grid: WallGrid
    passages: list[Passage]
    house: tuple[Cell, ...]
    """The cells where ghosts start, from left to right, without food."""
    pacman: tuple[Cell, ...]
    """The cells where Pac-Man may start, best first."""
