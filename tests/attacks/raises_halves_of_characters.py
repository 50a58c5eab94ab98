"""Raises an error whose words are halves of characters, written from right to left."""

from honest import Honest

EXPECT = r"ValueError: .{1,900}\(attack.py, line \d+, in act\)"


class Attacker(Honest):
    def act(self, state):
        raise ValueError("\ud83d\udc00\udfff\u202e\u2066stniop 001\x00\x85\u2029")
