"""Sleeps in every game, for less than a game may last: it computes nothing, and holds its place."""

import time

from honest import Honest

EXPECT = "took more than 3 seconds in one test"
POINTS = None
TEST = "many games"


class Attacker(Honest):
    def attack(self, state):
        time.sleep(0.1)
