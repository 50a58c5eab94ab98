"""Changing values."""

from pacgrid.session.value_sheet import SheetValue, ValueSheet


def sheet(said: list[str], problem: str = "") -> ValueSheet:
    values = [
        SheetValue(label, lambda: "5", lambda step, label=label: said.append(f"{label}{step}"))
        for label in ("a", "b")
    ]
    take, cancel = (lambda word=word: said.append(word) for word in ("take", "cancel"))
    return ValueSheet("Values", values, "Done", take, cancel, lambda: problem)


def test_arrows_and_clicks_change_values() -> None:
    said: list[str] = []
    it = sheet(said)
    for key in ("right", "down", "left", "+", "-", "down", "right", "down", "left"):
        it.press(key)
    it.choose_row(1)
    assert said == ["a1", "b-1", "b1", "b-1", "a-1", "b1"]
    assert it.is_open


def test_enter_or_a_click_on_the_last_row_takes_them_and_escape_cancels() -> None:
    said: list[str] = []
    for close in (lambda it: it.press("enter"), lambda it: it.choose_row(2)):
        it = sheet(said)
        close(it)
        assert not it.is_open
    sheet(said).press("escape")
    assert said == ["take", "take", "cancel"]


def test_what_has_a_problem_is_not_taken() -> None:
    said: list[str] = []
    it = sheet(said, "doesn't fit")
    it.press("enter")
    assert it.is_open
    assert it.sheet().problem == "doesn't fit"
