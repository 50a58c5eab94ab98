"""Raises an exception whose message is as long as its memory."""

from honest import Honest

EXPECT = r"ValueError: x{900,}"


class Attacker(Honest):
    def act(self, state):
        raise ValueError("x" * 50_000_000)
