"""What is wrong with the files of a course."""

from pacgrid.errors import PacgridError


class CourseError(PacgridError):
    """A file of the course staff that can't be used: names the file, the line and the mend."""
