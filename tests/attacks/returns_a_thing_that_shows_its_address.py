"""Returns something that is described by its place in memory."""

from honest import Honest

EXPECT = r"returned .*; legal actions: .*"
REPEATS = 3


class Attacker(Honest):
    def act(self, state):
        return (object(), lambda: None, self)
