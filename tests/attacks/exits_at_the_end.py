"""Ends its process when the game is over, with what it hopes is a good result."""

import os

from honest import Honest

EXPECT = "its process exited: exit code 0"
POINTS = 1
TEST = "games"


class Attacker(Honest):
    def finish(self, state):
        os._exit(0)
