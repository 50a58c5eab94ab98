"""What renderers know of a session: keys, clicks and time in, frames out."""

from typing import Protocol

from pacgrid.session.frame import Frame
from pacgrid.session.help_sheet import SheetSlot
from pacgrid.session.next_action import NextAction


class Session(Protocol):
    """Something that a person watches or plays, without a pixel.

    A session decides everything. A renderer draws its frames and passes on keys, clicks and time.
    """

    next_action: NextAction | None
    """What follows the session; None until it is over."""

    sheets: SheetSlot
    """The sheet that is open, if one is: it is told of clicks on its rows and tabs."""

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

    def choose_target(self, number: int) -> None:
        """The target with that number on a diagram was clicked. It may be gone by now."""

    def close(self) -> None:
        """End what is watched."""
