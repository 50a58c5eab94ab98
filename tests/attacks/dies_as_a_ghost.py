"""Prints without an end, and then ends its process in the middle of a game."""

import os
import sys

from honest import best

from pacgrid import GhostTeam

EXPECT = "its process exited: exit code 0"
TEST = "ghosts"


class Attacker(GhostTeam):
    def act(self, state):
        if state.to_move == 2:
            for _ in range(200):
                sys.stdout.write("x" * 10_000)
            os._exit(0)
        return best(state)
