"""Raises an exception in a function, in a file, whose names are thousands of letters long."""

from honest import Honest

EXPECT = r"ValueError: bad .{0,700}"

NAME = "f" * 30_000
scope = {}
exec(compile(f"def {NAME}(): raise ValueError('bad')", __file__, "exec"), scope)


class Attacker(Honest):
    def act(self, state):
        scope[NAME]()
