"""Asks not to be ended when the grader ends."""

import ctypes

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may ask for that"}

PR_SET_PDEATHSIG = 1


class Attacker(Honest):
    def attack(self, state):
        if ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0:
            succeeded("need not die")
