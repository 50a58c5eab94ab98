"""Loops without an end where no signal of Python's is ever looked at."""

from itertools import repeat

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"


class Attacker(Honest):
    def act(self, state):
        return sum(repeat(0))
