"""Reads how much the grader has computed so far: that tells of what it does for others."""

import time

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may read such clocks"}
MAY_HOLD = True  # a system may deny it

CPUCLOCK_SCHED = 2


class Attacker(Honest):
    def attack(self, state):
        try:
            seconds = time.clock_gettime((~int("@GRADER@") << 3) | CPUCLOCK_SCHED)
        except OSError:
            return
        succeeded(f"{seconds} seconds")
