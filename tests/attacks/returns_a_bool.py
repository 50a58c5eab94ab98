"""Returns True, which is a number to Python."""

from honest import Honest

EXPECT = r"returned True \(bool\): return an action, not a number; legal actions: Action.*"


class Attacker(Honest):
    def act(self, state):
        return True
