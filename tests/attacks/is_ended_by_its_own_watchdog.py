"""Has Python's own watchdog end the process, and print where it was."""

import faulthandler
import time

from honest import Honest

EXPECT = "its process exited: exit code 1"


class Attacker(Honest):
    def attack(self, state):
        faulthandler.dump_traceback_later(0.1, exit=True)
        time.sleep(9)
