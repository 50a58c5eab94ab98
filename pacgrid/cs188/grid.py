"""A grid of the interface: food and walls as columns of booleans."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import chain, compress, product
from typing import Any, Self

from pacgrid.layout import Position

_CELLS_PER_INT = 30
"""How many squares a number of `packBits` has."""


class Grid:
    """Columns of booleans: `grid[x][y]`, with `(0, 0)` bottom left.

    A grid of the engine (`Grid.of`) makes its columns when somebody looks at them; until then it
    answers from its squares, which many grids share.
    """

    __slots__ = ("__dict__", "columns", "height", "squares", "width")

    CELLS_PER_INT = _CELLS_PER_INT
    columns: list[list[Any]] | None
    """None if nobody has looked at them yet."""

    def __init__(
        self,
        width: int,
        height: int,
        initialValue: Any = False,
        bitRepresentation: tuple[int, ...] | None = None,
    ) -> None:
        if initialValue not in (False, True):
            raise ValueError(f"a Grid has booleans only, not {initialValue!r:.40}")
        self.width = width
        self.height = height
        self.squares: Squares | None = None
        self.columns = [[initialValue] * height for _ in range(width)]
        if bitRepresentation:
            self._unpackBits(bitRepresentation)

    @classmethod
    def of(cls, squares: "Squares") -> Self:
        """A grid that has these squares set."""
        grid = cls.__new__(cls)
        grid.width = squares.width
        grid.height = squares.height
        grid.squares = squares
        grid.columns = None
        return grid

    def unchanged(self) -> "Squares | None":
        """The squares that it was made from; None if somebody wrote to it since."""
        squares = self.squares
        if squares is None or self.columns is None or self.columns == squares.columns:
            return squares
        return None

    @property
    def data(self) -> list[list[Any]]:
        """The columns."""
        if self.columns is None:
            assert self.squares is not None
            self.columns = [column[:] for column in self.squares.columns]
        return self.columns

    @data.setter
    def data(self, data: list[list[Any]]) -> None:
        self.columns = data

    def __getitem__(self, i: int) -> list[Any]:
        return (self.columns or self.data)[i]

    def __setitem__(self, key: int, item: list[Any]) -> None:
        self.data[key] = item

    def count(self, item: Any = True) -> int:
        """How many squares are `item`."""
        if item is True and (squares := self.unchanged()):
            return len(squares.positions)
        return sum(column.count(item) for column in self.data)

    def asList(self, key: Any = True) -> list[Position]:
        """The `(x, y)` of the squares that are `key`, column by column."""
        if key is True and (squares := self.unchanged()):
            return squares.positions.copy()
        return [
            (x, y)
            for x in range(self.width)
            for y, item in enumerate(self[x][: self.height])
            if item == key
        ]

    def copy(self) -> "Grid":
        if squares := self.unchanged():
            return Grid.of(squares)
        grid = Grid(self.width, self.height)
        grid.data = [column[:] for column in self.data]
        return grid

    def deepCopy(self) -> "Grid":
        return self.copy()

    def shallowCopy(self) -> "Grid":
        """Another grid with the very same columns."""
        grid = Grid(self.width, self.height)
        grid.data = self.data
        return grid

    def _cellIndexToPosition(self, index: int) -> tuple[float, int]:
        """The column, with a fraction, and the row of the square with that number."""
        return index / self.height, index % self.height

    def packBits(self) -> tuple[int, ...]:
        """Width, height, and the squares as bits of integers, the first square highest."""
        text = "".join("1" if flag else "0" for flag in self._flags())
        size = self.CELLS_PER_INT
        parts = [text[start : start + size] for start in range(0, len(text) + 1, size)]
        return self.width, self.height, *(int(part.ljust(size, "0"), 2) for part in parts)

    def _unpackBits(self, bits: tuple[int, ...]) -> None:
        text = "".join(f"{number:0{self.CELLS_PER_INT}b}" for number in bits)
        flags = [mark == "1" for mark in text[: self.width * self.height]]
        for index, flag in enumerate(flags):
            x, y = divmod(index, self.height)
            self.data[x][y] = flag

    def _flags(self) -> tuple[Any, ...]:
        if self.columns is None and self.squares is not None:
            return self.squares.flags
        return tuple(chain.from_iterable(self.data))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return False
        return self.height == other.height and self._flags() == other._flags()

    def __hash__(self) -> int:
        return hash(tuple(map(bool, self._flags())))

    def __reduce__(self) -> tuple[object, ...]:
        return Grid._with, (self.width, self.height, [list(column) for column in self.data])

    @staticmethod
    def _with(width: int, height: int, data: list[list[Any]]) -> "Grid":
        grid = Grid(width, height)
        grid.data = data
        return grid

    def __str__(self) -> str:
        rows = zip(*self.data, strict=True)
        return "\n".join("".join(str(item)[0] for item in row) for row in [*rows][::-1])


def reconstituteGrid(bitRep: Any) -> Any:
    """The grid that `packBits` gave `bitRep` for; anything else as it is."""
    if not isinstance(bitRep, tuple):
        return bitRep
    width, height, *bits = bitRep
    return Grid(width, height, bitRepresentation=tuple(bits))


Flags = tuple[bool, ...]
"""By square, column after column from the left, each from the bottom: whether it is set."""


class Squares:
    """An immutable set of squares. Many grids share one, so it makes its lists once."""

    def __init__(self, width: int, height: int, mask: int, flags: Callable[[], Flags]) -> None:
        self.width = width
        self.height = height
        self.mask = mask
        """The maze's cells that are set, as bits."""
        self._make_flags = flags

    @cached_property
    def flags(self) -> Flags:
        return self._make_flags()

    @cached_property
    def positions(self) -> list[Position]:
        """The set squares, column by column."""
        return list(compress(_positions(self.width, self.height), self.flags))

    @cached_property
    def columns(self) -> list[list[bool]]:
        """By column; not to be written to."""
        flags, height = self.flags, self.height
        return [list(flags[start : start + height]) for start in range(0, len(flags), height)]


@lru_cache(maxsize=32)
def _positions(width: int, height: int) -> list[Position]:
    """All squares of a board, column by column."""
    return list(product(range(width), range(height)))
