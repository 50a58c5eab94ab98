"""Looks into numpy's generator and the global one, which were seeded with the seed of the game."""

import random
from zlib import crc32

from honest import Honest, Oracle

EXPECT = "plays on"
TEST = "hidden games"

try:
    from numpy.random import RandomState, get_state
except ImportError:
    RandomState = get_state = None


class Attacker(Honest):
    def start(self, state):
        self.oracle = Oracle()
        for seed in range(200):
            text = f"{seed}:0"
            if (
                get_state
                and (RandomState(crc32(text.encode())).get_state()[1] == get_state()[1]).all()
            ):
                self.oracle.add(seed)
            if random.Random(text).random() == random.random():
                self.oracle.add(seed)

    def attack(self, state):
        self.oracle.look(state)
