"""What is shown of one game, whichever it is."""

from collections.abc import Sequence
from typing import Any, Protocol

from pacgrid.session.events import EventKind
from pacgrid.session.frame import Banner, Board, Caption, TimelineRow
from pacgrid.session.overlays import Overlay
from pacgrid.session.view_state import ViewState


class Picture(Protocol):
    """Draws a game, and finds the words for what happens in it."""

    speed_unit: str
    """`rounds/s`."""
    step: str
    """What the keys `,` and `.` go back and forth by."""
    jump: str
    """What the keys `<` and `>` go back and forth by."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """As in `Board`."""

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""

    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""

    def caption(self, view: ViewState) -> Caption:
        """The words about this game, if it is shown alone, without status and banner."""

    def status(self, view: ViewState) -> str:
        """What happens in the position that is shown, if there is something to say."""

    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""

    def timeline_row(self) -> TimelineRow | None:
        """The game in the timeline; None: a plain line."""

    def line(self) -> Sequence[Any]:
        """The positions of a line that was better than what was played, by round."""

    def new_sounds(self) -> Sequence[EventKind]:
        """The sounds of what happened since the last call."""
