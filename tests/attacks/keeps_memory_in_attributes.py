"""Keeps memory in extended attributes of its files and of its output."""

import os
import tempfile
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may set attributes of its user's files"}
MAY_HOLD = True  # some file systems have none


class Attacker(Honest):
    def attack(self, state):
        places = [1]
        with suppress(OSError):
            places.append(tempfile.mkstemp()[0])
        for place in places:
            try:
                os.setxattr(place, "user.pacgrid", bytes(3000))
            except OSError:
                continue
            succeeded("kept 3000 bytes")
