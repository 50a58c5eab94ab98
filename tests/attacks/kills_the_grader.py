"""Kills the grader."""

import os
import signal

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may kill others of its user"}


class Attacker(Honest):
    def attack(self, state):
        try:
            os.kill(int("@GRADER@"), signal.SIGKILL)
        except OSError:
            pass
