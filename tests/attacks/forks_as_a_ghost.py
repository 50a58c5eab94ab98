"""Starts processes on a ghost's turn, many at a time."""

import os
import posix
import time

from pacgrid import GhostTeam

EXPECT = "(PermissionError: .*|started too many processes; the limit is 1, itself included)"
TEST = "ghosts"


class Attacker(GhostTeam):
    def act(self, state):
        for _ in range(5):  # a real one would not stop here
            posix.fork()
        time.sleep(20)
        os._exit(0)
