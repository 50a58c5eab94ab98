"""Asks for the successor of a state that there is not."""

from honest import Honest

from pacgrid import Action

EXPECT = "asked for a successor that there is not"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        state._expand(99, Action.WEST)
