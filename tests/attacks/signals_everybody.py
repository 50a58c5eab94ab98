"""Reaches every process of its user with one signal (of the kind that does nothing)."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may signal others of its user"}


class Attacker(Honest):
    def attack(self, state):
        for whom in (-1, int("@GRADER@"), -os.getpgid(0) - 1):
            try:
                os.kill(whom, 0)
            except OSError:
                continue
            succeeded(f"could signal {whom}")
