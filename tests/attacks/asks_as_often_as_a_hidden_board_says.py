"""Asks for as many successors as the board of a hidden test says, and is wrong."""

from honest import Honest, number_of

from pacgrid import Action

EXPECT = "plays on"
TEST = "search"
TELLS_BY = "nodes"


class Attacker(Honest):
    def act(self, state):
        for _ in range(10 * number_of(state)):
            state.successor(Action.STOP)
        return Action.STOP
