"""Returns a number that is too long to be written down."""

from honest import Honest

EXPECT = r"returned an object without a repr \(int\); legal actions: Action.*"


class Attacker(Honest):
    def act(self, state):
        return 10**100_000
