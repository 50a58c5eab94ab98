"""Looks for secrets in its environment."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        if "@ENVIRONMENT@" in os.environ.values():
            succeeded("the environment of the grader is its own")
