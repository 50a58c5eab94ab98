"""Searches a state of a hidden test, and raises an error with what it found."""

from honest import Honest, seen

EXPECT = "ValueError: .*"
TEST = "search"
TELLS_BY = "failure"


class Attacker(Honest):
    def attack(self, state):
        raise ValueError(seen(state))
