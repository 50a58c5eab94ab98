"""Ends its process when an agent is made."""

import os

from honest import Honest

EXPECT = "its process exited: exit code 3"


class Attacker(Honest):
    def __init__(self):
        os._exit(3)
