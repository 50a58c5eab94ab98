"""Ends its process when its agent is thrown away."""

import os

from honest import Honest

EXPECT = "its process exited: exit code 0"


class Attacker(Honest):
    def __del__(self):
        os._exit(0)
