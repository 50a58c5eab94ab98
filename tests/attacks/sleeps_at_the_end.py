"""Sleeps when a game is over."""

import time

from honest import Honest

EXPECT = "took more than 1.5 seconds to finish a game"
POINTS = 1  # its games are played
TEST = "games"


class Attacker(Honest):
    def finish(self, state):
        time.sleep(60)
