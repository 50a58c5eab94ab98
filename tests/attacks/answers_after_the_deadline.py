"""Takes longer than it may, and answers all the same."""

import time

from honest import Honest

EXPECT = "took more than 1.5 seconds for a move"


class Attacker(Honest):
    def attack(self, state):
        time.sleep(4)  # a busy machine adds to what it may take
