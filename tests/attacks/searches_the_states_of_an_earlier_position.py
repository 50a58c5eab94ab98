"""Keeps the states of one position, and takes them for those of the next one."""

from honest import Honest, succeeded

EXPECT = "plays on"
TEST = "observed"


states = []


class Attacker(Honest):
    def attack(self, state):
        for earlier in states:
            if earlier == state:
                succeeded("two positions are equal")
            earlier.successor(earlier.legal_actions()[0])
        states.append(state)
