"""Checking layouts: all that is wrong or odd, with its place."""

import os
import tomllib
import warnings
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Layout, LayoutError, Maze, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.layout import LayoutFinding, LayoutWarning, check_layout

TINY = "%%%%%\n%P.1%\n%%%%%\n"


def refusal(text: str) -> str:
    with pytest.raises(LayoutError) as caught:
        Layout.parse(text, source="corridor.lay")
    return str(caught.value)


def test_the_origin_is_at_the_bottom_left() -> None:
    layout = Layout.parse("%%%%%%\n%P..o%\n%1  .%\n%%%%%%")
    assert layout.pacman == (1, 2)
    assert layout.ghosts == ((1, 1),)
    assert layout.capsules == {(4, 2)}
    assert layout.food == {(2, 2), (3, 2), (4, 1)}
    assert (layout.width, layout.height) == (6, 4)
    assert layout.walls == ("%%%%%%", "%    %", "%    %", "%%%%%%")


def test_ghosts_are_ordered_by_digit_then_left_to_right_then_upwards() -> None:
    layout = Layout.parse("%%%%%%\n%2G.9%\n%PG 1%\n%%%%%%")
    assert layout.ghosts == ((2, 1), (2, 2), (4, 1), (1, 2), (4, 2))


def test_str_is_the_drawing() -> None:
    assert str(Layout.parse(TINY)) == TINY.strip()


@pytest.mark.parametrize(
    "text",
    [
        TINY.replace("\n", "\r\n"),
        TINY.replace("\n", "\r"),
        TINY.replace("\n", "   \n") + "\n  \n\n",
        TINY.rstrip(),
        "\n  " + TINY.replace("\n", "\n  "),
    ],
    ids=["CRLF", "CR", "trailing blanks", "no last line end", "indented"],
)
def test_all_line_ends_trailing_blanks_and_indentation_are_accepted(text: str) -> None:
    assert Layout.parse(text) == Layout.parse(TINY)


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "marked.lay"
    path.write_bytes(b"\xef\xbb\xbf" + TINY.encode())
    assert Layout.load(path) == Layout.parse(TINY)


def test_nine_ghosts_are_accepted_and_a_tenth_is_not() -> None:
    nine = "%%%%%%%%%%%%%\n%P.123456789%\n%%%%%%%%%%%%%"
    assert len(Layout.parse(nine).ghosts) == 9
    assert refusal(nine.replace("P.", "PG.").replace("%%%%%%%%%%%%%", "%" * 14)) == (
        "corridor.lay:2:13: a tenth ghost; a layout has at most 9"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"),
        (" \n\n ", "1:1: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"),
        ("%%%%%\n%P.Q%\n%%%%%", "2:4: unknown character 'Q'; use % . o P G 1-9 or space"),
        (
            "%%%%%\n%P.1%\n%%%%",
            "3:5: this row has 4 columns, but the first has 5; make all rows equally long",
        ),
        (
            "%%%%%\n%P.1%%\n%%%%%",
            "2:6: this row has 6 columns, but the first has 5; make all rows equally long",
        ),
        ("%%%%%\n% .1%\n%%%%%", "1:1: no Pac-Man; write P where he starts"),
        ("%%%%%\n%P.P%\n%%%%%", "2:4: a second P; the first is at 2:2; keep one"),
        ("%%%%%\n%P 1%\n%%%%%", "1:1: no food; write at least one ."),
        ("%% %%\n%P.1%\n%%%%%", "1:3: the border is open; write % here"),
        ("%%%%%\n%P..1\n%%%%%", "2:5: the border is open; write % here"),
        (
            "%%%%%%%\n%P.%..%\n%%%%%%%",
            "2:5: Pac-Man can't reach this food; open a way to it or remove it",
        ),
    ],
)
def test_a_bad_layout_is_refused_with_a_location_and_a_fix(text: str, message: str) -> None:
    assert refusal(text) == f"corridor.lay:{message}"


def test_locations_count_blank_lines_and_indentation() -> None:
    assert refusal("\n\n   %%%%%\n   %P.Q%\n   %%%%%").startswith("corridor.lay:4:7: unknown")


def test_a_layout_has_at_most_255_by_255_cells() -> None:
    row = "%" + " " * 253 + "%"
    rows = ["%" * 255, "%P." + row[3:], *[row] * 252, "%" * 255]
    assert Layout.parse("\n".join(rows)).width == 255
    assert "256 x 255 is too large" in refusal("\n".join("%" + row for row in rows))
    assert "255 x 256 is too large" in refusal("\n".join([*rows, rows[-1]]))


def lenient(text: str) -> tuple[Layout, list[str]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        layout = Layout.parse(text, source="theirs.lay", lenient=True)
    assert all(each.category is LayoutWarning for each in caught)
    return layout, [str(each.message) for each in caught]


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("%%%%%\n%P.1%\n%%%%%%%", "3:6: cut: longer than the first row"),
        ("%%%%%\n%P.1%Q%\n%%%%%", "2:6: cut: longer than the first row"),
        ("\n %%%%%%\n %P.1T%\n %%%%%%", "3:6: read as floor: 'T'"),
        ("%%%%%%\n%P.1-%\n%%%%%%", "2:5: read as floor: '-'"),
    ],
)
def test_a_defect_of_another_projects_layout_is_a_warning_if_lenient(
    text: str, warning: str
) -> None:
    layout, messages = lenient(text)
    assert messages == [f"theirs.lay:{warning}"]
    assert str(layout).replace(" ", "") == TINY.strip().replace(" ", "") or layout.width == 6
    refusal(text)


def test_a_defect_is_reported_once_with_its_first_place() -> None:
    layout, messages = lenient("%%%%%%\n%P.1%%x\n%T-T %\n%%%%%%%%")
    assert messages == [
        "theirs.lay:2:7: cut: longer than the first row",
        "theirs.lay:3:2: read as floor: '-', 'T'",
    ]
    assert str(layout) == "%%%%%%\n%P.1%%\n%    %\n%%%%%%"


def test_rows_may_be_indented_differently_if_lenient() -> None:
    assert lenient("%%%%%\n\t%P.1%\n  %%%%%")[0] == Layout.parse(TINY)
    with pytest.raises(LayoutError, match=r"theirs\.lay:2:4: a second P; the first is at 2:3"):
        lenient("%%%%%\n %PP %\n%%%%%")


def test_unreachable_food_is_a_warning_if_lenient() -> None:
    _, messages = lenient("%%%%%%%\n%P.%..%\n%%%%%%%")
    assert messages == ["theirs.lay:2:5: Pac-Man can't reach this food, so this game can't be won"]


def test_our_own_layouts_read_the_same_if_lenient() -> None:
    for name in Layout.shipped():
        assert lenient(str(Layout.load(name))) == (Layout.load(name), [])


def test_an_unreadable_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "binary.lay").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    (tmp_path / "zeros.lay").write_bytes(b"%%%\0%%%")
    for name, message in (
        ("binary.lay", "is not a text file"),
        ("zeros.lay", "is not a text file"),
        (".", "is a directory"),
        ("missing.lay", "no such layout or file"),
        ("nu\0ll.lay", "not a valid file name"),
    ):
        with pytest.raises(LayoutError, match=message):
            Layout.load(tmp_path / name)


@pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.lay")
    with pytest.raises(LayoutError, match=r"pipe\.lay: can't be read: not a regular file"):
        Layout.load(tmp_path / "pipe.lay")


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(LayoutError, match="no such layout or file; did you mean 'medium'"):
        Layout.load("mediun")


def test_layouts_with_the_same_drawing_are_equal_whatever_their_names() -> None:
    assert Layout.parse(TINY, source="a.lay") == Layout.parse(TINY, source="b.lay")
    assert len({Layout.parse(TINY, source="a.lay"), Layout.parse(TINY, source="b.lay")}) == 1


def said(found: list[LayoutFinding], *, is_wrong: bool) -> list[str]:
    return [
        f"{each.line}:{each.column}: {each.text}" for each in found if each.is_wrong is is_wrong
    ]


@pytest.mark.parametrize("name", Layout.shipped())
def test_nothing_is_wrong_in_a_shipped_layout(name: str) -> None:
    assert said(check_layout(str(Layout.load(name))), is_wrong=True) == []


def test_all_that_is_wrong_is_found_in_reading_order() -> None:
    found = check_layout("""
        %%%%%%%%%
        %P.Q%.%1%
        %..?%%%%%
        %..%...oG
        %%%%%%%%%
    """)
    assert said(found, is_wrong=True) == [
        "3:12: unknown character 'Q'; use % . o P G 1-9 or space",
        "3:14: Pac-Man can't reach this food; open a way to it or remove it",
        "3:16: ghost 1 is walled in; open a way out",
        "4:12: unknown character '?'; use % . o P G 1-9 or space",
        "5:13: Pac-Man can't reach this food; open a way to it or remove it",
        "5:14: Pac-Man can't reach this food; open a way to it or remove it",
        "5:15: Pac-Man can't reach this food; open a way to it or remove it",
        "5:17: the border is open; write % here",
    ]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["1:1: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"]),
        ("%%%%\n%. %\n%%%%", ["1:1: no Pac-Man; write P where he starts"]),
        (
            "%%%%\n%PP%\n%P.%\n%%%%",
            [f"{at}: a second P; the first is at 2:2; keep one" for at in ("2:3", "3:2")],
        ),
        (
            "%%%%%\n%P1%\n%%%%%",
            ["2:5: this row has 4 columns, but the first has 5; make all rows equally long"],
        ),
        ("%%%%%\n%P 1%\n%%%%%", ["1:1: no food; write at least one ."]),
        (
            "%%%%%\n%P%.%\n%%%%%",
            [
                "2:2: Pac-Man is walled in; open a way out",
                "2:4: Pac-Man can't reach this food; open a way to it or remove it",
            ],
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, messages: list[str]) -> None:
    assert said(check_layout(text), is_wrong=True) == messages


def test_what_is_odd_does_not_make_a_layout_wrong() -> None:
    found = check_layout("%%%%%%%%%\n%P..%1 o%\n%%%%%%%%%")
    assert said(found, is_wrong=False) == [
        "2:6: ghost 1 can't reach Pac-Man",
        "2:8: Pac-Man can't reach this capsule",
    ]
    assert said(found, is_wrong=True) == []
    assert said(check_layout("%%%%\n%P.%\n%%%%"), is_wrong=False) == ["1:1: no ghosts"]


@given(layouts())
def test_a_layout_without_errors_can_be_loaded(layout: Layout) -> None:
    wrong = said(check_layout(str(layout)), is_wrong=True)
    if errors := [each for each in wrong if "walled in" not in each]:
        with pytest.raises(LayoutError) as caught:
            Layout.parse(str(layout))
        assert str(caught.value).removeprefix("<text>:") in errors
    else:
        assert Layout.parse(str(layout)) == layout


INDEX = tomllib.loads((files("pacgrid.layouts") / "index.toml").read_text("utf-8"))["layouts"]


def test_the_index_lists_every_shipped_layout() -> None:
    assert sorted(INDEX) == list(Layout.shipped())
    assert len(INDEX) >= 12


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_shipped_layout_loads_and_its_ghosts_can_reach_pacman(name: str) -> None:
    layout = Layout.load(name)
    maze = Maze.of(layout)
    assert layout.name == name
    assert layout.ghosts
    for home in layout.ghosts:
        assert maze.distance(home, layout.pacman) < float("inf")


def test_sizes_range_from_a_five_row_room_to_a_full_arcade_board() -> None:
    heights = {name: Layout.load(name).height for name in INDEX}
    assert heights["training"] == 5
    arcade = Layout.load("arcade")
    assert (arcade.width, arcade.height, len(arcade.ghosts)) == (28, 27, 4)
    assert {len(Layout.load(name).ghosts) for name in INDEX} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("name", "depth", "winning"), [("duel", 6, "west"), ("pocket", 10, "stop")]
)
def test_duel_and_pocket_are_won_by_force_with_a_single_first_move(
    name: str, depth: int, winning: str
) -> None:
    agent = AlphaBeta(depth=depth, evaluation="score")
    agent.act(State.initial(Layout.load(name)))
    assert len(agent.report.values) == 3
    assert [str(action) for action, value in agent.report.values.items() if value > 0] == [winning]
