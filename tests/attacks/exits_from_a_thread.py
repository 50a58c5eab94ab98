"""Ends its process from a thread, some time after it has answered."""

import os
import threading
import time

from honest import Honest

EXPECT = "its process exited: exit code 0"
TEST = "games"


class Attacker(Honest):
    def attack(self, state):
        threading.Timer(0.1, os._exit, [0]).start()
        time.sleep(0.2)
