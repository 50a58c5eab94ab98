"""Makes its pipes a mebibyte large, and fills them."""

import fcntl
import os
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}
MAY_HOLD = True  # a system may deny it

F_SETPIPE_SZ = 1031


class Attacker(Honest):
    def attack(self, state):
        kept = 0
        pipes = []
        with suppress(OSError):
            for _ in range(12):
                pipes.append(os.pipe())
                os.set_blocking(pipes[-1][1], False)
                fcntl.fcntl(pipes[-1][1], F_SETPIPE_SZ, 1 << 20)
                kept += os.write(pipes[-1][1], bytes(1 << 20))
        for pipe in pipes:
            for end in pipe:
                os.close(end)
        if kept > 8 << 20:
            succeeded(f"{kept} bytes")
