"""Raises an error whose message is the board of a hidden test."""

from honest import Honest, seen

EXPECT = "ValueError: .*"
TELLS_BY = "failure"


class Attacker(Honest):
    def attack(self, state):
        raise ValueError(seen(state))
