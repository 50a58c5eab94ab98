"""Makes folders in folders where it may, with a path longer than any path may be."""

import os
import tempfile
from contextlib import suppress

from honest import Honest

EXPECT = "(plays on|has more than 2000 temporary files)"
POINTS = None
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            os.chdir(tempfile.mkdtemp())
            for _ in range(2000):
                os.mkdir("d" * 100)
                os.chdir("d" * 100)
