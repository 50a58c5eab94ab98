"""Writing a line."""

from pacgrid.errors import PacgridError
from pacgrid.session.text_sheet import LONGEST, TextSheet


def write(keys: list[str], taken: list[str]) -> TextSheet:
    sheet = TextSheet("Name", "my", taken.append)
    for key in keys:
        sheet.press(key)
    return sheet


def test_letters_are_added_and_erased_and_enter_takes_them() -> None:
    taken: list[str] = []
    assert not write(["x", "backspace", "backspace", "e", "left", "enter"], taken).is_open
    assert taken == ["me"]


def test_an_empty_line_is_not_taken_and_escape_closes() -> None:
    taken: list[str] = []
    assert write(["backspace", "backspace", " ", "enter"], taken).is_open
    assert not write(["escape"], taken).is_open
    assert taken == []


def test_a_problem_is_shown_until_something_else_is_written() -> None:
    def refuse(text: str) -> None:
        raise PacgridError(f"no {text}")

    sheet = TextSheet("Name", "my", refuse)
    sheet.choose_row(0)
    assert (sheet.is_open, sheet.sheet().problem) == (True, "no my")
    sheet.press("x")
    assert sheet.sheet().problem == ""


def test_a_line_has_an_end() -> None:
    assert len(write(["x"] * (LONGEST + 9), []).text) == LONGEST
