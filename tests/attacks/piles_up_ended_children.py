"""As one that may have processes, leaves a hundred ended ones that nobody has waited for."""

import os
import time

from honest import Honest, succeeded

EXPECT = "(started too many processes; .*|plays on|BlockingIOError.*|PermissionError.*)"
POINTS = None
NOT_HELD = {"process": "they are counted every so often"}
MAY_HOLD = True  # they may be seen in time
PROCESSES = 4


class Attacker(Honest):
    def attack(self, state):
        for _ in range(100):
            if os.fork() == 0:
                os._exit(0)
        time.sleep(0.2)
        succeeded("a hundred")
