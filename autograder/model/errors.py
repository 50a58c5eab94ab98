"""What ends the grading of all, and is no fault of a submission."""

from pacgrid.errors import PacgridError


class GradingError(PacgridError):
    """Grading can't go on, and no submission is to blame."""


class SandboxError(PacgridError):
    """The sandbox can't be set up."""


class CatalogueError(PacgridError):
    """A catalogue that can't be used; names the file, the entry, and what is wrong with it."""
