"""Ends its process when it should choose."""

import os

from honest import Honest

EXPECT = "its process exited: exit code 0"


class Attacker(Honest):
    def act(self, state):
        os._exit(0)
