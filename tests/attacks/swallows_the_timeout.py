"""Catches everything that might end it, and goes on."""

import signal
import time

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"


class Attacker(Honest):
    def act(self, state):
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            try:
                time.time()
            except BaseException:
                pass
