"""Calls itself through a cache written in C, as right agents do, deeper than the stack is."""

import sys
from functools import cache

from honest import Honest

EXPECT = r"(RecursionError.*|.*recurs.*|.*stack.*|plays on)"
POINTS = None


@cache
def depth(number):
    return number and 1 + depth(number - 1)


class Attacker(Honest):
    def attack(self, state):
        sys.setrecursionlimit(10**6)
        depth(60_000)
