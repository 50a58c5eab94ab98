"""The errors a person can mend: each is one clear line."""


class PacgridError(Exception):
    """Base of every error that is the input's fault; the command line prints it in one line."""
