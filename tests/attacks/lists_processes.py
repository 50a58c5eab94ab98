"""Lists the processes of the machine and how they were started: names of files and students."""

import os
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may list processes"}


class Attacker(Honest):
    def attack(self, state):
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            if file.parent.name != str(os.getpid()):
                succeeded(file.read_bytes())
