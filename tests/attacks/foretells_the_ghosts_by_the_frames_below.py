"""Looks for the game's seed in the frames that call it, and plays out what the ghost will draw."""

import sys

from honest import Honest, Oracle

EXPECT = "plays on"
TEST = "hidden games"


class Attacker(Honest):
    def start(self, state):
        self.oracle = Oracle()
        frame = sys._getframe()
        while frame := frame.f_back:
            for value in frame.f_locals.values():
                seeds = value.values() if isinstance(value, dict) else [value]
                for seed in seeds:
                    if isinstance(seed, int | str):
                        self.oracle.add(seed)

    def attack(self, state):
        self.oracle.look(state)
