"""Starts threads until the machine has no numbers left for processes."""

import threading
import time
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "started more than 256 threads"
MEMORY = 4096


class Attacker(Honest):
    def act(self, state):
        threading.stack_size(32 << 10)
        with suppress(RuntimeError):  # it has no memory for more of them
            for _ in range(2000):  # a real one would not stop here
                threading.Thread(target=time.sleep, args=[60], daemon=True).start()
        time.sleep(1)
        succeeded(threading.active_count())
