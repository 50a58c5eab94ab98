"""What happens when the screen that a window is on goes away."""

from collections.abc import Sequence

from pacgrid.errors import PacgridError
from pacgrid.view.show import Show


class DisplayLostError(PacgridError):
    """The screen is gone, and the window with it."""

    def __init__(self, shows: Sequence[Show]) -> None:
        super().__init__("the screen is gone, and the window with it")
        self.shows = tuple(shows)
        """What was on: it was left, so that its records are there."""
