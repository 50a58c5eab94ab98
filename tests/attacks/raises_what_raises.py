"""Raises an exception that ends the process when it is asked what it is."""

from honest import Honest

EXPECT = r"(RaisingError.*|its process exited: .*|SystemExit.*)"


class RaisingError(Exception):
    def __str__(self):
        raise SystemExit("100 points")

    __repr__ = __str__


class Attacker(Honest):
    def act(self, state):
        raise RaisingError
