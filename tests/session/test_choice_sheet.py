"""Choosing from a list."""

import pytest

from pacgrid.session.choice_sheet import ChoiceSheet
from pacgrid.session.frame import SheetRow


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (["enter"], [0]),
        (["down", " "], [1]),
        (["up", "enter"], [2]),
        (["page_down", "enter"], [2]),
        (["page_up", "enter"], [0]),
        (["c"], [2]),
        (["x", "escape"], []),
    ],
)
def test_keys_choose_a_row_and_close(keys: list[str], chosen: list[int]) -> None:
    found: list[int] = []
    rows = [SheetRow(letter, letter * 3) for letter in "ABC"]
    sheet = ChoiceSheet("Letters", rows, found.append, "of three")
    for key in keys:
        sheet.press(key)
    assert found == chosen
    assert not sheet.is_open
    assert sheet.sheet().subtitle == "of three"
