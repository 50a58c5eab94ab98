"""Raises an exception whose message is millions of letters long."""

from honest import Honest

EXPECT = r"ValueError: x{400,}… \(attack.py, line 10, in act\)"


class Attacker(Honest):
    def act(self, state):
        raise ValueError("x" * 5_000_000)
