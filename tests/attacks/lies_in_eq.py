"""Returns something that is equal to everything."""

from honest import Honest

EXPECT = r"returned <honest.*>; legal actions: Action.*|returned .*; legal actions: Action.*"


class Everything:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __str__(self):
        return "west"


class Attacker(Honest):
    def act(self, state):
        return Everything()
