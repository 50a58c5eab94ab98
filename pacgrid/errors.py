"""The base class of the errors that users can fix."""

from pacgrid.common.sanitize import printable


class PacgridError(Exception):
    """Base of every error that the input causes. Its message is one clear line, without control
    characters; the command line prints it."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))
