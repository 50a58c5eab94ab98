"""Sleeps when its agent is thrown away, which is when the next one is built."""

import time

from honest import Honest

EXPECT = "took more than 3 seconds in one test"
POINTS = None
TEST = "many games"


class Attacker(Honest):
    def __del__(self):
        time.sleep(0.2)
