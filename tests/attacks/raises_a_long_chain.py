"""Raises an exception with thousands of causes, in groups of groups."""

from honest import Honest

EXPECT = "(.*Error.*|ExceptionGroup.*|took more than .*|its process exited.*|crashed.*)"


class Attacker(Honest):
    def act(self, state):
        error = ValueError("first")
        for number in range(3000):
            later = ValueError(number)
            later.__cause__ = error
            error = later
        for _ in range(3000):
            error = ExceptionGroup("group", [error])
        raise error
