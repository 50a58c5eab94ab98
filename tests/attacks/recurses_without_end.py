"""Calls itself without an end."""

from honest import Honest

EXPECT = r"RecursionError: maximum recursion depth exceeded.* \(attack.py, line 10, in act\)"


class Attacker(Honest):
    def act(self, state):
        return self.act(state)
