"""Waits for what comes over a pipe that only it has."""

import os

from honest import Honest

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def act(self, state):
        reader, _ = os.pipe()
        os.read(reader, 1)
