"""Plays by hashes of what has its hash from its place in memory: None, functions, types."""

from honest import Honest

EXPECT = r"AssertionError: .*"
REPEATS = 3


class Attacker(Honest):
    def act(self, state):
        found = {hash(None), hash(print), hash(type(self)), hash("text"), hash(len)}
        raise AssertionError(sorted(found))
