"""The error of a maze that can't be made."""

from pacgrid.errors import PacgridError


class MazeError(PacgridError):
    """A maze's name or options are wrong, or no such maze fits; the message has the mend."""
