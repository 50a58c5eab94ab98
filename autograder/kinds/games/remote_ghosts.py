"""Ghosts that are controlled by a submission in a worker."""

from pacgrid.agent import GhostTeam

from .remote_player import RemotePlayer


class RemoteGhosts(RemotePlayer, GhostTeam):
    """All ghosts of a game, controlled by one submission in one process, after
    `client.build(answer, options, ghosts=N)`. There, a `GhostTeam` is built once, and any other
    agent once for each ghost.

    This one agent takes the places of all ghosts: `Game(layout, [pacman, *[ghosts] * N])`. A limit
    on a move is for the move of one ghost; a limit on a game is for all of them together.
    """
