"""A sheet with values to change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pacgrid.session.frame import Sheet, SheetRow


@dataclass(frozen=True)
class SheetValue:
    """One of them."""

    label: str
    text: Callable[[], str]
    """What it is now."""
    change: Callable[[int], None]
    """Changes it to the next value for 1, or the previous one for -1."""


class ValueSheet:
    """Arrows up and down select a value, and left and right change it; Enter, or a click on the
    last row, takes them. The sheet leaves what changes in sight.

    Args:
        done: what taking them is called.
        take: called when they are taken, and the sheet is closed.
        cancel: called if the sheet is closed otherwise.
        problem: why they can't be taken, if they can't.
    """

    def __init__(
        self,
        title: str,
        values: Sequence[SheetValue],
        done: str,
        take: Callable[[], None] = lambda: None,
        cancel: Callable[[], None] = lambda: None,
        problem: Callable[[], str] = lambda: "",
    ) -> None:
        self.is_open = True
        self._title, self._values, self._done = title, values, done
        self._take, self._cancel, self._problem = take, cancel, problem
        self._row = 0

    def press(self, key: str) -> None:
        match key:
            case "up" | "down":
                self._row = (self._row + (1 if key == "down" else -1)) % (len(self._values) + 1)
            case "left" | "right" | "-" | "+" if self._row < len(self._values):
                self._values[self._row].change(1 if key in ("right", "+") else -1)
            case "enter" | " " if not self._problem():
                self.is_open = False
                self._take()
            case "escape":
                self.is_open = False
                self._cancel()

    def choose_row(self, row: int) -> None:
        """Change the value, or take them all."""
        self._row = row
        self.press("right" if row < len(self._values) else "enter")

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        rows = [SheetRow(each.label, f"‹ {each.text()} ›") for each in self._values]
        return Sheet(
            self._title,
            (*rows, SheetRow(self._done)),
            self._row,
            hint="↑ ↓ select   ← → change   Enter: go on   Esc: cancel",
            problem=self._problem(),
            aside=True,
        )
