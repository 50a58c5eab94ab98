"""What happens when the screen that a window is on goes away."""

from pacgrid.errors import PacgridError


class DisplayLostError(PacgridError):
    """The screen is gone, and the window with it."""

    def __init__(self) -> None:
        super().__init__("the display was lost, and the window with it")
