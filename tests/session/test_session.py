"""Sheets."""

import pytest

from pacgrid.session.session import HelpSheet

ROWS = tuple((str(number), f"does {number}") for number in range(12))


def scrolled(visible: int, *keys: str) -> HelpSheet:
    sheet = HelpSheet(ROWS)
    sheet.visible_rows = visible
    for key in keys:
        sheet.press(key)
    return sheet


@pytest.mark.parametrize(
    ("visible", "keys", "scroll", "is_open"),
    [
        (12, [], 0, True),
        (12, ["down"], 0, True),
        (12, [" "], 0, False),
        (10, ["down"], 1, True),
        (10, ["down"] * 5, 2, True),
        (10, ["down"] * 5 + ["up"], 1, True),
        (5, ["page_down", "up", "page_up"], 0, True),
        (5, [" ", " "], 7, False),
        (5, ["q"], 0, False),
    ],
)
def test_some_keys_scroll_to_hidden_rows_and_all_others_close_the_help(
    visible: int, keys: list[str], scroll: int, *, is_open: bool
) -> None:
    help_sheet = scrolled(visible, *keys)
    assert (help_sheet.sheet().scroll, help_sheet.is_open) == (scroll, is_open)


def test_the_hint_mentions_scrolling_only_if_rows_are_hidden() -> None:
    assert scrolled(12).sheet().hint == "any key: close"
    assert "scroll" in scrolled(5).sheet().hint


def test_a_click_closes_it() -> None:
    sheet = HelpSheet(ROWS)
    sheet.choose_row(3)
    assert not sheet.is_open
