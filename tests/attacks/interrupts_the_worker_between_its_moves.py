"""Interrupts itself when it has answered, so that the worker is interrupted and not the agent."""

import os
import signal
import threading
import time

from honest import Honest

EXPECT = r"(KeyboardInterrupt.*|its process exited: .*|crashed: signal 2.*|plays on)"
POINTS = None


class Attacker(Honest):
    def attack(self, state):
        def interrupt():
            time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
