"""Sleeps when a game begins."""

import time

from honest import Honest

EXPECT = "took more than 1.5 seconds to start a game"


class Attacker(Honest):
    def start(self, state):
        time.sleep(60)
