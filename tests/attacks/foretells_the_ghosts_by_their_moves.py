"""Tries small seeds until one gives what the ghost has done so far, and plays out the rest."""

from honest import Honest, Oracle

EXPECT = "plays on"
TEST = "hidden games"


class Attacker(Honest):
    def start(self, state):
        self.oracle = Oracle()
        for seed in range(500):
            self.oracle.add(seed)

    def attack(self, state):
        self.oracle.look(state)
