"""Sleeps in C while no other thread of Python may run."""

import ctypes

from honest import Honest

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def act(self, state):
        ctypes.PyDLL(None).sleep(60)
