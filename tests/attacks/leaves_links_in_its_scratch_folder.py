"""Leaves links to what is another's in its scratch folder: who empties it may follow them."""

import os
import tempfile
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            folder = tempfile.mkdtemp()
            os.symlink("@OUTSIDE@", f"{folder}/folder")
            os.symlink("@SECRET@", f"{folder}/file")
            os.symlink(folder, f"{folder}/itself")
            os.mkfifo(f"{folder}/pipe")
