"""Kills whoever has started it, and the group of that."""

import os
import signal

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may kill others of its user"}


class Attacker(Honest):
    def attack(self, state):
        if (parent := os.getppid()) > 1:
            try:
                os.kill(parent, signal.SIGKILL)
            except OSError:
                pass
