"""Sheets lie over the boards and take all keys; the help is one."""

from collections.abc import Callable, Sequence
from typing import Protocol

from pacgrid.session.frame import Sheet, SheetRow

_REPEATED = frozenset({"up", "down", "left", "right", "page_up", "page_down"})
"""The keys that auto-repeat on a sheet."""


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


class SheetSlot:
    """Where a session keeps its open sheet, which gets all keys and clicks.

    Args:
        sheet: the sheet that is open at first.
        used: called with a sheet after a key or a click that may have changed or closed it.
    """

    def __init__(
        self, sheet: OpenSheet | None = None, used: Callable[[OpenSheet], None] | None = None
    ) -> None:
        self.open: OpenSheet | None = sheet
        self._used = used

    @property
    def shown(self) -> Sheet | None:
        """What to show of the open sheet."""
        return self.open.sheet() if self.open else None

    def press(self, key: str, *, repeated: bool = False) -> bool:
        """Pass a key to the open sheet; return whether there is one."""
        if self.open is None:
            return False
        if not repeated or key in _REPEATED:
            self.open.press(key)
            self._after_use()
        return True

    def choose_row(self, row: int) -> None:
        """A row was clicked. It may be gone by now."""
        if self.open and row < len(self.open.sheet().rows):
            self.open.choose_row(row)
            self._after_use()

    def choose_tab(self, tab: int) -> None:
        """A tab was clicked. It may be gone by now."""
        if self.open and tab < len(self.open.sheet().tabs):
            self.open.choose_tab(tab)

    def page(self, rows: int) -> None:
        """Scroll the help by pages of this many rows."""
        if isinstance(self.open, HelpSheet):
            self.open.visible_rows = rows

    def _after_use(self) -> None:
        sheet = self.open
        if sheet and not sheet.is_open:
            self.open = None
        if sheet and self._used:
            self._used(sheet)
