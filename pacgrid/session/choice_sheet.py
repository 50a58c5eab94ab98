"""A sheet with things to choose from."""

from collections.abc import Callable, Sequence

from pacgrid.session.frame import Sheet, SheetRow

HINT = "↑ ↓ select   Enter: choose   Esc: close"


class ChoiceSheet:
    """Arrows select a row, and Enter or a click chooses it; so does the key that is its label.

    Args:
        choose: called with the number of the row, when the sheet is closed.
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[SheetRow],
        choose: Callable[[int], object],
        subtitle: str = "",
    ) -> None:
        self.is_open = True
        self._title, self._rows, self._choose, self._subtitle = title, tuple(rows), choose, subtitle
        self._row = 0

    def press(self, key: str) -> None:
        keys = [row.label.lower() for row in self._rows]
        match key:
            case "up" | "down":
                self._row = (self._row + (1 if key == "down" else -1)) % len(self._rows)
            case "page_up" | "page_down":
                row = self._row + (8 if key == "page_down" else -8)
                self._row = min(max(row, 0), len(self._rows) - 1)
            case "enter" | " ":
                self.choose_row(self._row)
            case "escape":
                self.is_open = False
            case _ if len(key) == 1 and key in keys:
                self.choose_row(keys.index(key))

    def choose_row(self, row: int) -> None:
        """Choose the row."""
        self.is_open = False
        self._choose(row)

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        return Sheet(self._title, self._rows, self._row, subtitle=self._subtitle, hint=HINT)
