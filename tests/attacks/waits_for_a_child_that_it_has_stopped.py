"""As one that may have processes, stops one, and waits for it."""

import os
import signal

from honest import Honest

EXPECT = r"(took more than 1.5 seconds for a move|PermissionError.*)"
PROCESSES = 4


class Attacker(Honest):
    def act(self, state):
        child = os.fork()
        if child == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            os._exit(0)
        os.waitpid(child, 0)
