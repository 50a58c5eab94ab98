"""Raises an exception that never says what it is."""

from honest import Honest

EXPECT = "took more than (0.3 CPU|1.5) seconds for a move"


class HangingError(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


class Attacker(Honest):
    def act(self, state):
        raise HangingError
