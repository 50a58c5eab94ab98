"""Takes more memory with each change of it that is tried, and keeps it."""

import sys

from honest import Wrong

EXPECT = "plays badly"
POINTS = 0
TEST = "repair"

sys.kept = getattr(sys, "kept", [])


class Attacker(Wrong):
    def attack(self, state):
        while True:
            sys.kept.append(bytearray(1 << 24))
