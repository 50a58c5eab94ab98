"""What every view of a session can do."""

from typing import Protocol

from pacgrid.session.session import Session


class Renderer(Protocol):
    """Draws a session's frames, and tells the session about keys, clicks and time.

    A renderer decides nothing.
    """

    real_time: bool
    """Whether the first arrow key starts the clock; else each arrow key makes one move."""

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set."""
