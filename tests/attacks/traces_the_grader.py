"""Becomes the debugger of the grader."""

import ctypes

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may trace others of its user"}
MAY_HOLD = True  # where the system has Yama, or containers deny it

PTRACE_SEIZE = 0x4206


class Attacker(Honest):
    def attack(self, state):
        if ctypes.CDLL(None).ptrace(PTRACE_SEIZE, int("@GRADER@"), None, None) == 0:
            succeeded("traces it")
