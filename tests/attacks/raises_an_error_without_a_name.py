"""Raises an exception whose class has no name, and that says nothing."""

from honest import Honest

EXPECT = r"\w.* \(attack.py, line \d+, in act\)"

Nameless = type("", (Exception,), {"__qualname__": "", "__module__": ""})


class Attacker(Honest):
    def act(self, state):
        raise Nameless
