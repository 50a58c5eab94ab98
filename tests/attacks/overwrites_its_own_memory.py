"""Writes into its own memory past the interpreter: small numbers are other numbers."""

import ctypes

from honest import Honest

EXPECT = "(plays on|crashed: .*|its process exited: .*|.*Error.*)"
POINTS = None  # whatever it breaks is its own


class Attacker(Honest):
    def attack(self, state):
        ctypes.memmove(id(10) + 24, id(1000) + 24, 4)
