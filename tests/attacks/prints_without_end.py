"""Prints until the disk is full."""

import sys

from honest import Honest

EXPECT = "printed more than 64 KiB"


class Attacker(Honest):
    def act(self, state):
        while True:
            sys.stdout.write("x" * 10_000)
            sys.stdout.flush()
