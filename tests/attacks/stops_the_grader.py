"""Stops the grader, so that no deadline is looked at any more."""

import os
import signal

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may stop others of its user"}


class Attacker(Honest):
    def attack(self, state):
        try:
            os.kill(int("@GRADER@"), signal.SIGSTOP)
        except OSError:
            pass
