from hypothesis import given
from hypothesis import strategies as st

from pacgrid.cells import Cells, bits

POSITIONS = tuple((x, y) for y in range(3) for x in range(4))
INDEX = {position: cell for cell, position in enumerate(POSITIONS)}
MASKS = st.integers(0, 2 ** len(POSITIONS) - 1)


def cells(mask: int) -> Cells:
    return Cells(POSITIONS, INDEX, mask)


def plain(mask: int) -> frozenset[tuple[int, int]]:
    return frozenset(POSITIONS[bit] for bit in bits(mask))


@given(MASKS, MASKS)
def test_cells_behave_like_a_set_of_positions(a: int, b: int) -> None:
    assert set(cells(a)) == plain(a)
    assert len(cells(a)) == len(plain(a))
    assert cells(a) == plain(a)
    assert hash(cells(a)) == hash(cells(a | a))
    assert (cells(a) == cells(b)) == (a == b)
    assert (cells(a) <= cells(b)) == (plain(a) <= plain(b))
    for other in (cells(b), plain(b)):
        assert cells(a) & other == plain(a) & plain(b)
        assert cells(a) | other == plain(a) | plain(b)
        assert cells(a) - other == plain(a) - plain(b)


def test_a_union_keeps_positions_outside_the_maze() -> None:
    assert cells(1) | {(99, 99)} == {(0, 0), (99, 99)}
    assert cells(1) ^ {(99, 99)} == {(0, 0), (99, 99)}
    assert cells(1) & {(99, 99)} == set()


def test_any_object_can_be_tested_for_membership() -> None:
    assert (0, 0) in cells(1)
    assert (0.0, 0.0) in cells(1)
    assert (9, 9) not in cells(1)
    assert "north" not in cells(1)


def test_cells_iterate_row_by_row_from_the_bottom_left() -> None:
    assert list(cells(0b100010001)) == [(0, 0), (0, 1), (0, 2)]


def test_repr_lists_the_positions() -> None:
    assert repr(cells(0b11)) == "Cells({(0, 0), (1, 0)})"
