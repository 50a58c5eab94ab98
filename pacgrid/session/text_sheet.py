"""A sheet with a line to write."""

from collections.abc import Callable

from pacgrid.errors import PacgridError
from pacgrid.session.frame import Sheet, SheetRow

LONGEST = 200


class TextSheet:
    """Letters are added at the end; Enter takes the text, and Escape closes.

    Args:
        take: called with the text; what it raises, a PacgridError, is shown, and the sheet stays.
    """

    def __init__(
        self, title: str, text: str, take: Callable[[str], None], subtitle: str = ""
    ) -> None:
        self.is_open = True
        self.text = text
        self._title, self._take, self._subtitle = title, take, subtitle
        self._problem = ""

    def press(self, key: str) -> None:
        self._problem = ""
        match key:
            case "enter" if self.text.strip():
                try:
                    self._take(self.text.strip())
                    self.is_open = False
                except PacgridError as error:
                    self._problem = str(error)
            case "escape":
                self.is_open = False
            case "backspace":
                self.text = self.text[:-1]
            case _ if len(key) == 1 and len(self.text) < LONGEST:
                self.text += key

    def choose_row(self, row: int) -> None:  # noqa: ARG002
        """A click on the text takes it."""
        self.press("enter")

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        return Sheet(
            self._title,
            (SheetRow(f"{self.text}_"),),
            0,
            subtitle=self._subtitle,
            hint="Enter: go on   Esc: cancel",
            problem=self._problem,
        )
