"""Checking layouts: all that is wrong or odd, with its place."""

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Layout, Maze
from pacgrid.layout_check.check import LayoutCheck, check_layout
from pacgrid.layout_check.finding import Severity


def said(found: LayoutCheck, *severities: Severity) -> list[str]:
    return [
        f"{each.line}:{each.column}: {each.text}"
        for each in found.findings
        if each.severity in (severities or Severity)
    ]


@pytest.mark.parametrize("name", Layout.shipped())
def test_nothing_is_wrong_in_a_shipped_layout(name: str) -> None:
    layout = Layout.load(name)
    found = check_layout(str(layout))
    assert said(found, Severity.WRONG) == []
    assert found.numbers
    assert (found.numbers.width, found.numbers.food) == (layout.width, len(layout.food))


def test_all_that_is_wrong_is_found_in_reading_order() -> None:
    found = check_layout("""
        %%%%%%%%%
        %P.Q%.%1%
        %..?%%%%%
        %..%...oG
        %%%%%%%%%
    """)
    assert said(found, Severity.WRONG) == [
        "3:12: unknown character 'Q'; use % . o P G 1-9 or space",
        "3:14: Pac-Man can't reach this food; open a way to it or remove it",
        "3:16: ghost 1 is walled in; open a way out",
        "4:12: unknown character '?'; use % . o P G 1-9 or space",
        "5:13: Pac-Man can't reach this food; open a way to it or remove it",
        "5:14: Pac-Man can't reach this food; open a way to it or remove it",
        "5:15: Pac-Man can't reach this food; open a way to it or remove it",
        "5:17: the border is open; write % here",
    ]
    assert found.is_wrong
    assert found.numbers


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
    assert said(check_layout(text), Severity.WRONG) == messages


def test_what_is_odd_does_not_make_a_layout_wrong() -> None:
    found = check_layout("%%%%%%%%%\n%P..%1 o%\n%%%%%%%%%")
    assert said(found) == [
        "2:6: ghost 1 can't reach Pac-Man",
        "2:8: Pac-Man can't reach this capsule",
    ]
    assert not found.is_wrong
    assert said(check_layout("%%%%\n%P.%\n%%%%")) == ["1:1: no ghosts"]


def test_spots_that_break_a_symmetry_are_odd() -> None:
    medium = str(Layout.load("medium"))
    broken = medium.replace("%o%...............%o%", "%.%...............%o%")
    assert said(check_layout(medium), Severity.ODD) == []
    assert said(check_layout(broken), Severity.ODD) == [
        "4:2: food, but a capsule at 4:20: nearly left mirrors right"
    ]


def test_open_squares_are_only_noted() -> None:
    found = check_layout("%%%%%%\n%P...%\n%...1%\n%%%%%%")
    assert said(found, Severity.NOTE) == ["2:2: 3 squares of 2 x 2 open cells; this is the first"]


def test_numbers_of_a_ring_with_a_dead_end() -> None:
    numbers = check_layout("%%%%%%%\n%P...o%\n%.%.%%%\n%...%1%\n%%%%% %\n%%%%%%%").numbers
    assert numbers
    assert (numbers.cells, numbers.dead_ends, numbers.loops) == (12, 3, 1)
    assert (numbers.diameter, numbers.ghosts, numbers.food, numbers.capsules) == (6, 1, 8, 1)


@given(layouts())
def test_the_diameter_is_the_largest_distance(layout: Layout) -> None:
    maze = Maze.of(layout)
    distances = [maze.distance(a, b) for a in maze.positions for b in maze.positions]
    numbers = check_layout(str(layout)).numbers
    assert numbers
    assert numbers.diameter == max(each for each in distances if each < float("inf"))
