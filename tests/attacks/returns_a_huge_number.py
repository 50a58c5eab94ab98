"""Returns a number that is too long to be written down."""

from honest import Honest

EXPECT = r"returned an object without a repr \(int\): return an action, not a number; legal.*"


class Attacker(Honest):
    def act(self, state):
        return 10**100_000
