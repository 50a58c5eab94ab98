"""Raises KeyboardInterrupt, by a signal, as if somebody had pressed Ctrl-C."""

import os
import signal
import time

from honest import Honest

EXPECT = r"KeyboardInterrupt \(attack.py, line 14, in attack\)"


class Attacker(Honest):
    def attack(self, state):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)
