"""What can go wrong with solutions."""

from pacgrid.errors import PacgridError


class SolutionError(PacgridError):
    """A board can't be solved, or a solution can't be read or doesn't fit; one line says why."""
