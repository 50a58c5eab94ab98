"""Gives itself more memory than it may have."""

import resource

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "root may raise its limits"}
MAY_HOLD = True  # others than root may not


class Attacker(Honest):
    def attack(self, state):
        most = 1 << 33
        try:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        except (ValueError, OSError):
            return
        succeeded(len(bytearray(1 << 29)))
