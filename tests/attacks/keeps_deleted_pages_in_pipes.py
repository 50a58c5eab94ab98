"""Has pipes keep the pages of a file that it has emptied since."""

import fcntl
import os
import tempfile
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}
MAY_HOLD = True  # a system may deny it

F_SETPIPE_SZ = 1031
SIZE = 900_000


class Attacker(Honest):
    def attack(self, state):
        kept = 0
        self.pipes = []
        with suppress(OSError), tempfile.TemporaryFile() as file:
            for _ in range(11):
                self.pipes.append(os.pipe())
                fcntl.fcntl(self.pipes[-1][1], F_SETPIPE_SZ, 1 << 20)
                file.truncate(0)
                os.pwrite(file.fileno(), b"x" * SIZE, 0)
                kept += os.splice(file.fileno(), self.pipes[-1][1], SIZE, offset_src=0)
        for pipe in self.pipes:
            for end in pipe:
                os.close(end)
        if kept > 8 << 20:
            succeeded(f"{kept} bytes")
