"""Asks for the successor of a state that there is not."""

from honest import Honest

from pacgrid import Action

EXPECT = "asked for a successor that does not exist"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        state._search.expand(99, Action.WEST, 1)
