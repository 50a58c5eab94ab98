"""Asks for as many successors as the board of a hidden test says, and is wrong."""

from honest import Honest, seen

from pacgrid import Action

EXPECT = "plays on"
TEST = "search"
TELLS_BY = "nodes"


class Attacker(Honest):
    def act(self, state):
        for _ in range(sum(map(ord, seen(state))) % 50):
            state.successor(Action.STOP)
        return Action.STOP
