"""Checking layouts: all that is wrong or odd, with its place."""

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Layout, LayoutError
from pacgrid.layout_check import LayoutFinding, check_layout


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
