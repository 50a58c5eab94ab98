"""Has processes do the work that have left its session and have no parent any more."""

import os
import posix
import time

from honest import Honest

EXPECT = (
    "PermissionError: .*"
    "|took more than 0.3 CPU seconds for a move"
    "|started too many processes; the limit is 1, itself included"
)


class Attacker(Honest):
    def act(self, state):
        if posix.fork() == 0:
            os.setsid()
            if posix.fork() == 0:
                deadline = time.monotonic() + 20
                while time.monotonic() < deadline:
                    pass
            os._exit(0)
        time.sleep(60)
