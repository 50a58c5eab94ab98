"""Prints until the disk is full."""

import sys

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"


class Attacker(Honest):
    def act(self, state):
        while True:
            sys.stdout.write("x" * 10_000)
            sys.stdout.flush()
