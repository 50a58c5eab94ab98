"""As one that may have processes, has one do the work that has no parent any more."""

import os
import time
from contextlib import suppress

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"
PROCESSES = 4


class Attacker(Honest):
    def act(self, state):
        if os.fork() == 0:
            with suppress(OSError):
                os.setsid()
            if os.fork() == 0:
                deadline = time.monotonic() + 20
                while time.monotonic() < deadline:
                    pass
            os._exit(0)
        time.sleep(60)
