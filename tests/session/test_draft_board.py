"""Boards in the making."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import LayoutError
from pacgrid.marks import GHOSTS, MARKS
from pacgrid.maze_generator.wall_grid import MazeSymmetry, WallGrid
from pacgrid.session.draft_board import STARTS, DraftBoard

NONE, LEFT_RIGHT, ROTATION = MazeSymmetry
ROOM = DraftBoard.of(
    (
        "%%%%%%%",
        "%P.o.1%",
        "%.%%%.%",
        "%.....%",
        "%%%%%%%",
    )
)
BOARDS = st.builds(
    lambda width, rows: DraftBoard.of(
        ["%" * width, *(f"%{row[: width - 2]:{width - 2}}%" for row in rows), "%" * width]
    ),
    st.integers(3, 9),
    st.lists(st.text("%.o P12", min_size=7, max_size=7), min_size=1, max_size=5),
)


def is_symmetric(board: DraftBoard, symmetry: MazeSymmetry) -> bool:
    """Walls have the symmetry; food and capsules, too, apart from where somebody starts."""
    grid = WallGrid(board.width, board.height, symmetry)
    pairs = [(mark, board.marks[grid.image(cell)]) for cell, mark in enumerate(board.marks)]
    return all(
        mark == image or (not STARTS.isdisjoint((mark, image)) and "%" not in (mark, image))
        for mark, image in pairs
    )


@pytest.mark.parametrize(
    ("cells", "mark", "symmetry", "row", "drawn"),
    [
        ([8], "%", NONE, 1, "%%.o.1%"),
        ([9], " ", LEFT_RIGHT, 1, "%P o 1%"),
        ([9], "%", LEFT_RIGHT, 1, "%P%o%1%"),
        ([12], ".", LEFT_RIGHT, 1, "%P.o..%"),  # what is drawn stays, and so does its image
        ([12], "%", LEFT_RIGHT, 1, "%%.o.%%"),
        ([22], "1", NONE, 3, "%1....%"),
        ([22], "1", NONE, 1, "%P.o. %"),
        ([22, 23], "P", NONE, 1, "% .o.1%"),
        ([22, 23], "P", NONE, 3, "%.P...%"),
        ([24], "P", ROTATION, 1, "%..o.1%"),  # where he was is what is at its image
        ([0, 7], ".", NONE, 1, "%P.o.1%"),  # the border takes only walls
        ([7], "P", NONE, 1, "%P.o.1%"),
        ([22], "o", ROTATION, 1, "%P.o.1%"),
    ],
)
def test_marks_are_drawn(
    cells: list[int], mark: str, symmetry: MazeSymmetry, row: int, drawn: str
) -> None:
    assert ROOM.drawn(cells, mark, symmetry).rows[row] == drawn


def test_a_start_opens_the_wall_that_mirrors_it() -> None:
    board = ROOM.drawn([16], "2", LEFT_RIGHT)
    assert board.rows[2] == "%.2% .%"


def test_whoever_leaves_a_cell_leaves_what_its_image_has() -> None:
    board = ROOM.drawn([26], "o", LEFT_RIGHT).drawn([26], "P", LEFT_RIGHT)
    assert board.rows[3] == "%o...P%"
    assert board.drawn([24], "P", LEFT_RIGHT).rows[3] == "%o.P.o%"


@given(BOARDS, st.integers(0, 200), st.integers(0, 200))
def test_a_region_is_connected_and_has_one_mark(board: DraftBoard, cell: int, other: int) -> None:
    cell, other = cell % len(board.marks), other % len(board.marks)
    region = board.region(cell)
    assert cell in region
    assert {board.marks[each] for each in region} == {board.marks[cell]}
    if other in region and board.is_inside(cell):
        assert sorted(board.region(other)) == sorted(region)


def test_a_line_is_unbroken_and_a_rectangle_is_full() -> None:
    assert ROOM.line(8, 24) == [8, 16, 24]
    assert ROOM.line(12, 22) == [12, 18, 17, 16, 22]
    assert ROOM.line(8, 8) == [8, 8]
    assert ROOM.rectangle(24, 8) == [8, 9, 10, 15, 16, 17, 22, 23, 24]


@pytest.mark.parametrize(
    ("cell", "symmetry", "column", "rows"),
    [
        (8, NONE, True, ("%%%%%%%%", "%P .o.1%", "%..%%%.%", "%......%", "%%%%%%%%")),
        (8, LEFT_RIGHT, True, ("%" * 9, "%P .o. 1%", "%..%%%..%", "%.......%", "%" * 9)),
        (14, NONE, False, (*ROOM.rows[:3], ROOM.rows[2], *ROOM.rows[3:])),
        (0, NONE, True, tuple(f"%{row}" for row in ROOM.rows)),
    ],
)
def test_a_line_is_doubled_and_nobody_starts_twice(
    cell: int, symmetry: MazeSymmetry, column: bool, rows: tuple[str, ...]
) -> None:
    board = ROOM.with_line(cell, symmetry, column=column)
    doubled = [row.replace("1", " ").replace("P", " ") for row in board.rows]
    assert doubled == [row.replace("1", " ").replace("P", " ") for row in rows]
    assert sorted(mark for mark in board.marks if mark in STARTS) == ["1", "P"]


def test_a_line_is_removed_but_not_the_border() -> None:
    assert ROOM.without_line(9, column=True).rows[1] == "%Po.1%"
    assert ROOM.without_line(9, LEFT_RIGHT, column=True).rows[1] == "%Po1%"
    assert ROOM.without_line(0, column=False).rows == (ROOM.rows[0], *ROOM.rows[2:])


def test_there_is_a_smallest_and_a_largest_board() -> None:
    small, large = DraftBoard.empty(3, 3), DraftBoard.empty(255, 3)
    for column in (True, False):
        assert small.without_line(4, column=column) is small
    assert large.with_line(4, column=True) is large


@given(BOARDS, st.integers(0, 200), st.sampled_from([LEFT_RIGHT, ROTATION]), st.data())
def test_what_is_symmetric_stays_so(
    board: DraftBoard, cell: int, symmetry: MazeSymmetry, data: st.DataObject
) -> None:
    board = DraftBoard.empty(board.width, board.height)
    for _ in range(data.draw(st.integers(1, 12))):
        cells = data.draw(st.lists(st.integers(0, len(board.marks) - 1), min_size=1, max_size=6))
        mark = data.draw(st.sampled_from(sorted(MARKS)))
        change = data.draw(
            st.sampled_from(
                [
                    partial(DraftBoard.drawn, cells=cells, mark=mark),
                    partial(DraftBoard.drawn, cells=board.region(cells[0]), mark=mark),
                    partial(DraftBoard.with_line, cell=cells[0], column=True),
                    partial(DraftBoard.with_line, cell=cells[0], column=False),
                    partial(DraftBoard.without_line, cell=cells[0], column=True),
                    partial(DraftBoard.without_line, cell=cells[0], column=False),
                ]
            )
        )
        board = change(board, symmetry=symmetry)
        assert is_symmetric(board, symmetry), board
        assert all(board.marks.count(mark) <= 1 for mark in (*GHOSTS, "P"))
        border = {*board.rows[0], *board.rows[-1], *(row[0] + row[-1] for row in board.rows)}
        assert border <= {"%", "%%"}


def test_a_defective_drawing_is_read_and_one_that_is_none_is_not() -> None:
    board = DraftBoard.read("\n  %%%%%\n  %PQ\n  %%%%%%\n", "my.lay")
    assert board.rows == ("%%%%% ", "%PQ   ", "%%%%%%")
    with pytest.raises(LayoutError, match=r"my\.lay:1:1: is empty; draw"):
        DraftBoard.read("\n\n", "my.lay")
    with pytest.raises(LayoutError, match=r"my\.lay:1:256: too wide; stay within 255"):
        DraftBoard.read("%%%\n" + "%" * 300, "my.lay")
