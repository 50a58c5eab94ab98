"""Has children do the work, which end before one looks."""

import os
import posix

from honest import Honest

EXPECT = (
    "PermissionError: .*"
    "|took more than 0.3 CPU seconds for a move"
    "|started too many processes; the limit is 1, itself included"
)


class Attacker(Honest):
    def act(self, state):
        while True:
            if posix.fork() == 0:
                sum(range(1_000_000))
                os._exit(0)
            os.wait()
