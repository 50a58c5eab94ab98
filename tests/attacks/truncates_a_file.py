"""Empties a file that it can't open."""

import os
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            os.truncate("@SECRET@", 0)
