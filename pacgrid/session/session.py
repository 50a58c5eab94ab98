"""What renderers know of a session: keys, clicks and time in, frames out."""

from typing import Protocol

from pacgrid.session.frame import Frame
from pacgrid.session.next_action import NextAction


class Session(Protocol):
    """Something that a person watches or plays, without a pixel.

    A session decides everything. A renderer draws its frames and passes on keys, clicks and time.
    """

    next_action: NextAction | None
    """What follows the session; None until it is over."""

    @property
    def person_plays(self) -> bool:
        """Whether a person plays, so that a keyboard is needed."""

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being played: keys typed ahead should wait."""

    def frame(self) -> Frame:
        """What to show now."""

    def advance(self, seconds: float) -> None:
        """Let time pass."""

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""

    def seek(self, ply: int) -> None:
        """The timeline was clicked at that ply."""

    def choose_row(self, row: int) -> None:
        """A row of the open sheet was clicked. It may be gone by now."""

    def choose_tab(self, tab: int) -> None:
        """A tab of the open sheet was clicked. It may be gone by now."""

    def choose_target(self, number: int) -> None:
        """The target with that number on a diagram was clicked. It may be gone by now."""

    def page_sheet(self, rows: int) -> None:
        """Scroll the help by pages of this many rows: so many fit on the screen."""

    def close(self) -> None:
        """End what is watched."""
