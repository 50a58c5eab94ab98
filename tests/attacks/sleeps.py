"""Sleeps instead of choosing: that takes no CPU time."""

import time

from honest import Honest

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def act(self, state):
        while True:
            time.sleep(60)
