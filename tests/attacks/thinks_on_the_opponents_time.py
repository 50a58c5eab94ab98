"""Goes on thinking in a thread when it has answered."""

import threading
import time

from honest import Honest

EXPECT = "took more than (0.3 CPU seconds for a move|1 CPU seconds in one game)"
TEST = "games"
POINTS = None  # on a busy machine, it moves a few times before


def think():
    while True:
        pass


class Attacker(Honest):
    def attack(self, state):
        if threading.active_count() == 1:
            threading.Thread(target=think, daemon=True).start()
        time.sleep(1)
