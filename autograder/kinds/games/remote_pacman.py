"""A Pac-Man that is controlled by a submission in a worker."""

from .remote_player import RemotePlayer


class RemotePacman(RemotePlayer):
    """A Pac-Man that is controlled by a submission, after `client.build(answer, options)`."""
