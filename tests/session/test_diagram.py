"""Diagrams: parts that move, and several in one."""

from itertools import pairwise

from pacgrid.session.diagram import (
    Diagram,
    Disc,
    Polygon,
    Stroke,
    TextRun,
    Words,
    diagram_grid,
    moved,
)

PARTS = (
    Stroke(((0, 0), (1, 1))),
    Polygon(((0, 0), (1, 0), (1, 1))),
    Disc((1, 1), 1),
    Words("a", (1, 1)),
)


def diagram(width: float, height: float, *lines: str) -> Diagram:
    text = tuple((TextRun(line),) for line in lines)
    return Diagram(width, height, PARTS, text, description="a tree")


def test_every_kind_of_part_is_moved() -> None:
    stroke, polygon, disc, words = (moved(part, (2, 3), 1) for part in PARTS)
    assert isinstance(stroke, Stroke)
    assert stroke.points == ((2, 3), (3, 4))
    assert isinstance(polygon, Polygon)
    assert polygon.points[-1] == (3, 4)
    assert isinstance(disc, Disc)
    assert disc.center == (3, 4)
    assert isinstance(words, Words)
    assert words.at == (3, 4)


def test_titles_have_room_and_diagrams_do_not_overlap() -> None:
    title = "a very long title, longer than the tree is wide"
    row = [(title, diagram(3, 2, "one")), ("b", diagram(9, 4, "two", "2"))]
    grid = diagram_grid([row, row])
    middles = [part.at for part in grid.parts if isinstance(part, Words) and part.text != "a"]
    assert len({y for _, y in middles}) == 2
    assert all(grid.width > x + len(title) / 8 for x, _ in middles[::2])
    assert all(left < right for (left, _), (right, _) in pairwise(middles[:2]))
    assert grid.height > 2 * 4


def test_texts_stand_side_by_side() -> None:
    row = [("t", diagram(3, 2, "one")), ("u", diagram(9, 4, "two", "2"))]
    lines = ["".join(run.text for run in line) for line in diagram_grid([row, row]).text]
    assert lines == ["t      u", "one    two", "       2", "", "t      u", "one    two", "       2"]
