"""Raises an exception whose class has a name of fifty thousand letters."""

from honest import Honest

EXPECT = r"E{10,900}…?.*\(attack.py, line \d+, in act\)"

Long = type("E" * 50_000, (Exception,), {})


class Attacker(Honest):
    def act(self, state):
        raise Long("x" * 50_000)
