"""Takes a lease on a file of the library: others then wait for it when they open it."""

import fcntl
import os
from pathlib import Path

from honest import Honest, succeeded

import pacgrid

EXPECT = "plays on"
NOT_HELD = {"process": "a process may take leases on its user's files"}
MAY_HOLD = True  # some file systems know no leases


class Attacker(Honest):
    def attack(self, state):
        for file in Path(pacgrid.__file__).parent.glob("*.py"):
            opened = os.open(file, os.O_RDONLY)
            try:
                fcntl.fcntl(opened, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            except OSError:
                os.close(opened)
            else:
                succeeded(file.name)
