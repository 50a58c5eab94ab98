"""Returns True, which is a number to Python."""

from honest import Honest

EXPECT = r"returned True \(bool\); legal actions: Action.*"


class Attacker(Honest):
    def act(self, state):
        return True
