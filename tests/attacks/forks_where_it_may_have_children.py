"""As one that may have processes, starts many at a time."""

import os
import time

from honest import Honest

EXPECT = "started too many processes; the limit is 4, itself included"
PROCESSES = 4


class Attacker(Honest):
    def act(self, state):
        for _ in range(5):  # a real one would not stop here
            os.fork()
        time.sleep(20)
        os._exit(0)
