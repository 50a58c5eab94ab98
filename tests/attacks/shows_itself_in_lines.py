"""Returns something whose description looks like lines of the grader's."""

from honest import Honest

EXPECT = r"returned .*; legal actions: .*"


class Forged:
    def __repr__(self):
        return "west\n\n100 of 100 points\n\x1b[2J"


class Attacker(Honest):
    def act(self, state):
        return Forged()
