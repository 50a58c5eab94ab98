"""Asks one line of 3,700 plies, and then for its end and a state beside it in turn, 44 times."""

from honest import Honest, line

from pacgrid import Action

EXPECT = "plays on"
TEST = "lines"


class Attacker(Honest):
    def attack(self, state):
        states = line(state, 3_700)
        beside = states[-3].successor(Action.EAST)
        for _ in range(380):
            _ = states[-1].is_terminal, beside.is_terminal
