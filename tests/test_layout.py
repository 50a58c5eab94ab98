"""Checking layouts: all that is wrong or odd, with its place."""

import os
from pathlib import Path

import pytest

from pacgrid import Layout, LayoutError

TINY = "%%%%%\n%P.1%\n%%%%%\n"
LARGE_ROW = "%" + " " * 253 + "%"
LARGE = ["%" * 255, "%P." + LARGE_ROW[3:], *[LARGE_ROW] * 252, "%" * 255]
"""The rows of the largest layout."""


def test_a_drawing_is_read_from_the_bottom_left() -> None:
    layout = Layout.parse("%%%%%%\n%P..o%\n%1  .%\n%%%%%%")
    assert layout.pacman == (1, 2)
    assert layout.ghosts == ((1, 1),)
    assert layout.capsules == {(4, 2)}
    assert layout.food == {(2, 2), (3, 2), (4, 1)}
    assert (layout.width, layout.height) == (6, 4)
    assert layout.walls == ("%%%%%%", "%    %", "%    %", "%%%%%%")
    assert str(Layout.parse(TINY)) == TINY.strip()
    assert Layout.parse("\n".join(LARGE)).width == 255


def test_ghosts_are_ordered_by_digit_then_left_to_right_then_upwards() -> None:
    layout = Layout.parse("%%%%%%\n%2G.9%\n%PG 1%\n%%%%%%")
    assert layout.ghosts == ((2, 1), (2, 2), (4, 1), (1, 2), (4, 2))
    assert len(Layout.parse("%%%%%%%%%%%%%\n%P.123456789%\n%%%%%%%%%%%%%").ghosts) == 9


@pytest.mark.parametrize(
    "text",
    [
        TINY.replace("\n", "\r\n"),
        TINY.replace("\n", "\r"),
        TINY.replace("\n", "   \n") + "\n  \n\n",
        TINY.rstrip(),
        "\n  " + TINY.replace("\n", "\n  "),
        "\ufeff" + TINY,
    ],
    ids=["CRLF", "CR", "trailing blanks", "no last line end", "indented", "byte order mark"],
)
def test_line_ends_blanks_and_marks_are_accepted(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tiny.lay"
    path.write_bytes(text.encode())
    assert Layout.load(path) == Layout.parse(text.lstrip("\ufeff")) == Layout.parse(TINY)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"),
        (" \n\n ", "1:1: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"),
        ("\n\n   %%%%%\n   %P.Q%\n   %%%%%", "4:7: unknown character 'Q'; use % . o P G 1-9 or"),
        (
            "%%%%%\n%P.1%%\n%%%%%",
            "2:6: this row has 6 columns, but the first has 5; make all rows equally long",
        ),
        ("%%%%%\n%P.P%\n%%%%%", "2:4: a second P; the first is at 2:2; keep one"),
        ("%%%%%\n%P 1%\n%%%%%", "1:1: no food; write at least one ."),
        ("%% %%\n%P.1%\n%%%%%", "1:3: the border is open; write % here"),
        ("%%%%%\n%P..1\n%%%%%", "2:5: the border is open; write % here"),
        (
            "%%%%%%%%%%%%%%\n%PG.123456789%\n%%%%%%%%%%%%%%",
            "2:13: a tenth ghost; a layout has at most 9",
        ),
        ("\n".join(f"%{row}" for row in LARGE), "1:256: 256 x 255 is too large; stay within"),
        ("\n".join([*LARGE, LARGE[-1]]), "256:1: 255 x 256 is too large; stay within 255 x 255"),
    ],
)
def test_a_bad_layout_is_refused_with_a_location_and_a_fix(text: str, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout.parse(text, source="corridor.lay")
    assert str(caught.value).startswith(f"corridor.lay:{message}")


def test_food_out_of_reach_is_no_error_if_lenient() -> None:
    layout = Layout.parse("%%%%%%%\n%P.%..%\n%%%%%%%", lenient=True)
    assert layout.unreachable_food() == "2:5: Pac-Man can't reach this food"
    for name in Layout.shipped():
        assert not Layout.load(name).unreachable_food()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("binary.lay", "is not a text file"),
        ("zeros.lay", "is not a text file"),
        (".", "is a directory"),
        ("missing.lay", "no such layout or file"),
        ("nu\0ll.lay", "not a valid file name"),
        pytest.param(
            *("pipe.lay", r"pipe\.lay: can't be read: not a regular file"),
            marks=pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's"),
        ),
    ],
)
def test_an_unreadable_file_is_refused_in_one_line(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "binary.lay").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    (tmp_path / "zeros.lay").write_bytes(b"%%%\0%%%")
    if name == "pipe.lay":
        os.mkfifo(tmp_path / name)
    with pytest.raises(LayoutError, match=message):
        Layout.load(tmp_path / name)


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(LayoutError, match="no such layout or file; did you mean 'medium'"):
        Layout.load("mediun")


def test_layouts_with_the_same_drawing_are_equal_whatever_their_names() -> None:
    one, other = Layout.parse(TINY, source="a.lay"), Layout.parse(TINY, source="b.lay")
    assert one == other
    assert len({one, other}) == 1
