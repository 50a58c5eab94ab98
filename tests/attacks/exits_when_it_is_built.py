"""Ends its process when an agent is made."""

import os

from honest import Honest

EXPECT = "stopped by itself: exit code 3"


class Attacker(Honest):
    def __init__(self):
        os._exit(3)
