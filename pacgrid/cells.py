"""A set of cells, stored as one integer with a bit for each cell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from pacgrid.layout import Position


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits set in `mask`, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Cells(Set[Position]):
    """An immutable set of `(x, y)`: iterate, `len()`, `in`, `&`, `|`, `-`, compare with any set.

    Iterates row by row from the bottom, left to right in a row.
    """

    __slots__ = ("_index", "mask", "positions")

    def __init__(
        self, positions: Sequence[Position], index: Mapping[tuple[float, float], int], mask: int
    ) -> None:
        self.positions = positions
        """The `(x, y)` of each cell of the maze, by its number."""
        self._index = index
        self.mask = mask
        """Bit `c` is set if the set contains the maze's cell number `c`."""

    def __contains__(self, position: object) -> bool:
        cell = self._index.get(position)  # type: ignore[call-overload]
        return cell is not None and bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[Position]:
        return map(self.positions.__getitem__, bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __and__(self, other: Iterable[object]) -> "Cells":
        return self._with(self.mask & self._mask_of(other))

    def __sub__(self, other: Iterable[object]) -> "Cells":
        return self._with(self.mask & ~self._mask_of(other))

    def __or__(self, other: Iterable[object]) -> "Cells | frozenset[object]":  # type: ignore[override]
        if isinstance(other, Cells) and other.positions is self.positions:
            return self._with(self.mask | other.mask)
        others = frozenset(other)
        if others <= self._index.keys():
            return self._with(self.mask | self._mask_of(others))
        return frozenset(self) | others  # some of these are outside this maze

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"Cells({{{', '.join(map(str, self))}}})"

    @classmethod
    def _from_iterable(cls, it: Iterable[Position]) -> frozenset[Position]:  # type: ignore[override]
        return frozenset(it)

    def _with(self, mask: int) -> "Cells":
        return Cells(self.positions, self._index, mask)

    def _mask_of(self, others: Iterable[object]) -> int:
        """The mask of `others`, without those that are not open cells of this maze."""
        if isinstance(others, Cells) and others.positions is self.positions:
            return others.mask
        mask = 0
        for position in others:
            cell = self._index.get(position)  # type: ignore[call-overload]
            if cell is not None:
                mask |= 1 << cell
        return mask
