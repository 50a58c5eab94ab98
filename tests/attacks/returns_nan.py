"""Returns what is not even equal to itself."""

from honest import Honest

EXPECT = r"returned nan \(float\): return an action, not a number; legal actions: Action.*"


class Attacker(Honest):
    def act(self, state):
        return float("nan")
