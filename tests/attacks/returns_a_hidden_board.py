"""Returns the board of a hidden test as its action."""

from honest import Honest, seen

EXPECT = "returned .*"
TEST = "games"
TELLS_BY = "failure"


class Attacker(Honest):
    def act(self, state):
        return seen(state)
