"""What is wrong with a game that somebody named or wrote."""

from pacgrid.errors import PacgridError


class GameError(PacgridError):
    """A game can't be loaded; for a tree, the message has file, line, column, error and fix."""
