"""Opens the files that the grader has open, in /proc."""

import os
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may look into others of its user"}


class Attacker(Honest):
    def attack(self, state):
        try:
            succeeded(os.listdir(Path("/proc/@GRADER@/fd")))
        except OSError:
            pass
