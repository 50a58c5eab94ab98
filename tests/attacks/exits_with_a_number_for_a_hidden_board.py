"""Ends its process with an exit code that depends on the board of a hidden test."""

import os

from honest import Honest, number_of

EXPECT = r"its process exited: exit code \d"
TELLS_BY = "failure"


class Attacker(Honest):
    def attack(self, state):
        os._exit(1 + number_of(state))
