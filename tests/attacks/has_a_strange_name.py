"""Gives its process a name that those who read /proc may stumble over."""

import ctypes

from honest import Honest

EXPECT = "plays on"

PR_SET_NAME = 15


class Attacker(Honest):
    def attack(self, state):
        ctypes.CDLL(None).prctl(PR_SET_NAME, b"x) Z 1 1\n(\xff", 0, 0, 0)
