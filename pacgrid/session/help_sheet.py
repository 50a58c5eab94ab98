"""Sheets lie over the boards and take all keys; the help is one."""

from collections.abc import Sequence
from typing import Protocol

from pacgrid.session.frame import Sheet, SheetRow


class OpenSheet(Protocol):
    """A sheet that is open. It closes itself by setting `is_open`."""

    is_open: bool

    def press(self, key: str) -> None:
        """A key was pressed."""

    def choose_row(self, row: int) -> None:
        """A row was clicked."""

    def choose_tab(self, tab: int) -> None:
        """A tab was clicked."""

    def sheet(self) -> Sheet:
        """What to show."""


class HelpSheet:
    """What the keys do; scrolled if not all rows fit."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        self.is_open = True
        self.visible_rows = len(rows)
        """How many rows fit on the screen."""
        self._rows = tuple(SheetRow(*row) for row in rows)
        self._scroll = 0

    def press(self, key: str) -> None:
        steps = {"down": 1, "up": -1, "page_down": 8, "page_up": -8, " ": 8}
        last = max(len(self._rows) - self.visible_rows, 0)
        scroll = min(max(self._scroll + steps.get(key, 0), 0), last)
        if key not in steps or (key == " " and scroll == self._scroll):
            self.is_open = False
        self._scroll = scroll

    def choose_row(self, row: int) -> None:  # noqa: ARG002
        self.is_open = False

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        fits = self.visible_rows >= len(self._rows)
        hint = "any key: close" if fits else "↑ ↓ scroll   any other key: close"
        return Sheet("Keys", self._rows, scroll=self._scroll, hint=hint)
