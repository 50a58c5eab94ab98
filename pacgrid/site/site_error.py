"""What can go wrong when the site is built."""

from pacgrid.errors import PacgridError


class SiteError(PacgridError):
    """The site can't be built."""
