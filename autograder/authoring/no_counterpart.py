"""What Pacgrid's own assignments can't express."""


class NoCounterpartError(ValueError):
    """A part of a test case has no counterpart in an assignment of ours; the message says which."""
