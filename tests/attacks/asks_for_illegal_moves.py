"""Asks for the successor of a state by a move into a wall."""

from honest import Honest

from pacgrid import Action

EXPECT = "asked for a successor that does not exist"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        state._search.expand(0, Action.NORTH, 1)
